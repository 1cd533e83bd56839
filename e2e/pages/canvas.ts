/** The drawing as a person uses it: dragging kinds out of the palette, pulling wires, selecting, moving, reading what it shows. */
import { expect, type Locator, type Page } from '@playwright/test'

export type Point = { x: number; y: number }
/** A port as a person names it: the node's name and the port's label. */
export type PortName = { node: string; port: string }

export type Canvas = ReturnType<typeof canvasOf>

export function canvasOf(page: Page) {
  const region = page.getByRole('region', { name: 'Canvas' })
  const node = (name: string): Locator =>
    region.locator('[data-node-id]').filter({ has: page.locator('[data-node-name]').getByText(name, { exact: true }) })
  const port = ({ node: name, port: label }: PortName): Locator =>
    region.locator(`[data-port-name=${JSON.stringify(`${label} of ${name}`)}]`)
  const select = async (name: string): Promise<void> => node(name).locator('[data-node-name]').click()
  const drag = async (from: Point, to: Point): Promise<void> => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
  }
  /** Pulls a wire from a port to a point of the screen and keeps hold of it. */
  const pull = async (from: PortName, to: Point): Promise<void> => {
    await drag(await centerOf(port(from)), to)
    await expect(port(from)).toHaveAttribute('data-wiring', 'origin')
  }
  return {
    region,
    node,
    port,
    nodes: region.locator('[data-node-id]'),
    edges: region.locator('[data-edge-id]'),
    edgesOf: (kind: string) => region.locator(`[data-edge-id][data-kind="${kind}"]`),
    selected: region.locator('[data-node-id][data-selected]'),
    /** The node that has the baton. */
    holder: region.locator('[data-node-id][data-baton] [data-node-name]'),
    /** Why a pulled wire cannot end where the pointer is. */
    wireHint: page.locator('[data-wire-hint]'),
    popup: page.getByRole('dialog', { name: 'Add a node' }),
    insertPopup: page.getByRole('dialog', { name: 'Insert a node' }),
    /** What a node may be joined to. */
    connectList: page.getByRole('dialog', { name: /^Connect / }),
    /** The menu of what was pressed with the right button. */
    menu: (of: 'Node' | 'Edge' | 'Selection' | 'Canvas') => page.getByRole('menu', { name: of, exact: true }),
    /** The edge that what is dragged would be put into. */
    dropEdge: region.locator('[data-edge-id][data-drop]'),
    /** The words of an edge while they are written on it. */
    wordsEditor: region.getByRole('textbox', { name: /^Words of the edge/ }),
    /** The words on an edge. */
    label: (words: string): Locator => region.locator('[data-edge-label]').filter({ hasText: words }),
    palette: page.getByRole('complementary', { name: 'Add' }),

    async openPalette(): Promise<void> {
      const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add', exact: true })
      if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
      await page.getByRole('combobox', { name: 'Search kinds' }).waitFor()
    },
    /** Drags a kind out of the open palette to a point of the canvas. */
    async dragIn(kind: string, at: Point): Promise<void> {
      const option = page.getByRole('option', { name: kind, exact: true })
      await option.dragTo(region, { targetPosition: at })
    },
    select,
    /** The edge of this name, as those who do not see it are told it. */
    edge: (name: string | RegExp): Locator => region.getByRole('group', { name, exact: true }),
    /** The name of a node while it is written on its card. */
    nameEditor: region.getByRole('textbox', { name: /^Name of / }),
    /** Takes away all that a new flow begins with. */
    async clear(): Promise<void> {
      await select('Supervisor')
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
    },
    pull,
    /** Pulls a wire from a port and lets go over another port. */
    async wire(from: PortName, to: PortName): Promise<void> {
      await pull(from, await centerOf(port(to)))
      await page.mouse.up()
    },
    async move(name: string, by: Point): Promise<void> {
      const box = await boxOf(node(name))
      const from = { x: box.x + 60, y: box.y + 12 }
      await drag(from, { x: from.x + by.x, y: from.y + by.y })
      await page.mouse.up()
    },
    /** An empty place in the upper left corner. */
    async empty(): Promise<[number, number]> {
      const { x, y } = await boxOf(region)
      return [x + 60, y + 60]
    },
    /** An empty place, in px of the screen, at parts of the canvas's width and height. */
    async emptyPlace(across: number, down: number): Promise<Point> {
      const box = await boxOf(region)
      return { x: box.x + box.width * across, y: box.y + box.height * down }
    },
  }
}

export type Box = Point & { width: number; height: number }

/** Where something is, once it has held still for some frames: views that fit or glide take a few to begin. */
export async function boxOf(locator: Locator): Promise<Box> {
  return locator.evaluate(readSteadyBox)
}

/** The middle of where something is. */
export async function centerOf(locator: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

/** Runs in the page. */
async function readSteadyBox(element: Element): Promise<Box> {
  const read = (): Box => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x, y, width, height }
  }
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve))
  let box = read()
  for (let still = 0; still < 5;) {
    await frame()
    const next = read()
    still = JSON.stringify(next) === JSON.stringify(box) ? still + 1 : 0
    box = next
  }
  return box
}
