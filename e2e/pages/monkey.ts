/** Somebody who does anything at all: random operations by mouse, by keyboard and in the outline, the same for the same seed. */
import type { Page } from '@playwright/test'

type Point = { x: number; y: number }

/** What there is to be pressed, as middles on the screen. */
type Sight = {
  nodes: Point[]
  ports: Point[]
  words: Point[]
  rows: Point[]
  texts: Point[]
  switches: Point[]
  canvas: { left: number; top: number; right: number; bottom: number }
}

type Monkey = { page: Page; sight: Sight; random: Random }
type Operation = (monkey: Monkey) => Promise<void>

export type Random = {
  /** From 0 to below `count`. */
  below: (count: number) => number
  /** One of several; undefined where there is none. */
  one: <T>(of: readonly T[]) => T | undefined
}

/** Numbers that follow from a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return { below, one: (of) => of[below(of.length)] }
}

/** Does one operation; answers with its name. */
export async function monkeyAround(page: Page, random: Random): Promise<string> {
  const name = random.one(WEIGHED) ?? 'key'
  const sight = await page.evaluate(look)
  await OPERATIONS[name]({ page, sight, random })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await leaveDialogs(page)
  return name
}

/** Closes what was opened over the drawing, so that the next operation reaches it. */
export async function leaveDialogs(page: Page): Promise<void> {
  const open = page.locator('[role="dialog"]:visible, [role="menu"]:visible, [role="alertdialog"]:visible')
  for (let tries = 0; tries < 4 && (await open.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
}

/** Runs in the page. */
function look(): Sight {
  const canvas = document.querySelector('[data-canvas]')?.getBoundingClientRect() ?? new DOMRect()
  const middles = (selector: string): Point[] =>
    [...document.querySelectorAll(selector)].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const at = { x: x + width / 2, y: y + height / 2 }
      const isIn = at.x > 0 && at.y > 0 && at.x < innerWidth && at.y < innerHeight
      const top = isIn ? document.elementFromPoint(at.x, at.y) : null
      return top !== null && (element.contains(top) || top.contains(element)) ? [at] : []
    })
  return {
    nodes: middles('[data-canvas] [data-node-id]'),
    ports: middles('[data-canvas] [data-port]'),
    words: middles('[data-canvas] [data-edge-label]'),
    rows: middles('[role="tree"] [role="treeitem"]'),
    texts: middles(
      '[data-inspector] textarea, [data-inspector] input:not([type]), [data-inspector] input[type="text"]',
    ),
    switches: middles('[data-inspector] input[type="checkbox"]'),
    canvas: { left: canvas.left, top: canvas.top, right: canvas.right, bottom: canvas.bottom },
  }
}

const WORDS = ['Desk', 'refunds', 'Ask again', 'Ä ö "x"', '{order}', '数']

async function write({ page, random }: Monkey): Promise<void> {
  await page.keyboard.type(random.one(WORDS) ?? 'Desk')
  await page.keyboard.press(random.below(4) === 0 ? 'Escape' : 'Enter')
}

function placeOn({ sight: { canvas }, random }: Monkey): Point {
  return {
    x: canvas.left + 20 + random.below(Math.max(1, canvas.right - canvas.left - 40)),
    y: canvas.top + 60 + random.below(Math.max(1, canvas.bottom - canvas.top - 160)),
  }
}

async function dragTo({ page }: Monkey, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 2 })
  await page.mouse.up()
}

/** Holds a key while something is done. */
async function holding({ page }: Monkey, key: string | null, act: () => Promise<void>): Promise<void> {
  if (key !== null) await page.keyboard.down(key)
  await act()
  if (key !== null) await page.keyboard.up(key)
}

/** Keys that mean something where the drawing has the focus. */
const KEYS = [
  ...['Tab', 'Shift+Tab', 'ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown', 'Escape', 'Enter'],
  ...['Alt+ArrowDown', 'Alt+ArrowRight', 'Alt+Shift+ArrowLeft', 'Shift+ArrowDown'],
  ...[
    'Delete',
    'Control+d',
    'Control+a',
    'Control+c',
    'Control+x',
    'Control+v',
    'Control+z',
    'Control+z',
    'Control+Shift+z',
  ],
  ...['d', 'Shift+L', 'Control+g', 'Shift+Digit1', 'Shift+Digit2', 'Control+Shift+l'],
] as const

/** Keys of the outline. */
const ROW_KEYS = [
  ...['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter', ' ', 'Delete'],
  ...['Alt+ArrowUp', 'Alt+ArrowDown', 'Control+z', 't'],
] as const

/** What a menu offers that leads elsewhere, or runs something. */
const NOT_IN_MENUS = /sub-?flow|open|run|try|talk|export|version|find|paste|trace|settings/i

const OPERATIONS = {
  async press(monkey) {
    const { page, sight, random } = monkey
    const at = random.one([...sight.nodes, ...sight.words])
    if (at === undefined) return
    await holding(monkey, random.below(3) === 0 ? 'Shift' : null, () => page.mouse.click(at.x, at.y))
  },
  async drag(monkey) {
    const { sight, random } = monkey
    const from = random.one(sight.nodes)
    if (from === undefined) return
    const key = random.one(['Alt', null, null, null]) ?? null
    await holding(monkey, key, () => dragTo(monkey, from, placeOn(monkey)))
  },
  async selectRound(monkey) {
    await dragTo(monkey, placeOn(monkey), placeOn(monkey))
  },
  async wire(monkey) {
    const { page, sight, random } = monkey
    const from = random.one(sight.ports)
    if (from === undefined) return
    await dragTo(monkey, from, random.one([...sight.nodes, ...sight.ports]) ?? placeOn(monkey))
    if (random.below(2) === 0) await page.keyboard.press('Enter')
  },
  async writeInPlace(monkey) {
    const { page, sight, random } = monkey
    const at = random.one([...sight.nodes, ...sight.words])
    if (at === undefined) return
    await page.mouse.dblclick(at.x, at.y)
    await write(monkey)
  },
  async addAt(monkey) {
    const { page, random } = monkey
    const at = placeOn(monkey)
    await page.mouse.dblclick(at.x, at.y)
    await page.keyboard.type(random.one(['agent', 'tool', 'note', 'frame', 'sup', 'dialog']) ?? '')
    await page.keyboard.press('Enter')
  },
  async menu(monkey) {
    const { page, sight, random } = monkey
    const at = random.one([...sight.nodes, ...sight.words]) ?? placeOn(monkey)
    await page.mouse.click(at.x, at.y, { button: 'right' })
    const items = page.locator('[role="menu"]:visible [role="menuitem"]:not([aria-disabled="true"]):not([disabled])')
    const names = await items.allTextContents()
    const wanted = random.one(names.flatMap((name, index) => (NOT_IN_MENUS.test(name) ? [] : [index])))
    if (wanted === undefined) return
    for (let step = 0; step < wanted; step += 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  },
  async wheel({ page, sight: { canvas }, random }) {
    await page.mouse.move((canvas.left + canvas.right) / 2, (canvas.top + canvas.bottom) / 2)
    if (random.below(2) === 0) await page.mouse.wheel(random.below(200) - 100, random.below(200) - 100)
    else {
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, random.below(200) - 100)
      await page.keyboard.up('Control')
    }
  },
  async key({ page, random }) {
    await page.locator('[data-canvas]').focus()
    for (let count = 1 + random.below(3); count > 0; count -= 1) await page.keyboard.press(random.one(KEYS) ?? 'Tab')
  },
  async rename(monkey) {
    await monkey.page.keyboard.press('F2')
    await write(monkey)
  },
  async palette({ page, random }) {
    await page.locator('[data-canvas]').focus()
    await page.keyboard.press('/')
    await page.keyboard.type(random.one(['agent', 'clock', 'note', 'end']) ?? '')
    await page.keyboard.press('Enter')
  },
  async outline(monkey) {
    const { page, sight, random } = monkey
    const row = random.one(sight.rows)
    if (row === undefined || random.below(8) === 0) return page.keyboard.press('Control+b')
    await page.mouse.click(row.x, row.y)
    for (let count = 1 + random.below(3); count > 0; count -= 1)
      await page.keyboard.press(random.one(ROW_KEYS) ?? 'ArrowDown')
    if (random.below(4) === 0) await OPERATIONS.rename(monkey)
  },
  async field(monkey) {
    const { page, sight, random } = monkey
    const at = random.one(sight.texts)
    if (at === undefined) return
    await page.mouse.click(at.x, at.y)
    await page.keyboard.press('End')
    await page.keyboard.type(random.one(WORDS) ?? '')
    await page.keyboard.press('Tab')
  },
  async toggle({ page, sight, random }) {
    const at = random.one(sight.switches)
    if (at !== undefined) await page.mouse.click(at.x, at.y)
  },
} as const satisfies { readonly [name: string]: Operation }

type OperationName = keyof typeof OPERATIONS

/** What is done oftener stands here oftener. */
const WEIGHED: readonly OperationName[] = [
  ...(['press', 'press', 'press', 'drag', 'drag', 'wire', 'wire', 'key', 'key', 'key', 'key'] as const),
  ...(['selectRound', 'writeInPlace', 'writeInPlace', 'addAt', 'addAt', 'menu', 'menu', 'wheel'] as const),
  ...(['rename', 'palette', 'outline', 'outline', 'outline', 'outline', 'field', 'field', 'toggle'] as const),
]
