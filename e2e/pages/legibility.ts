/** What a sharp eye would see on the page. The functions that run there use nothing from outside themselves. */
import { expect, type Page } from '@playwright/test'

export type ColourScheme = 'light' | 'dark'

/** Everything on the page can be read in these looks, and no button's words stick out. To change the look draws everything anew, which takes a while. */
export async function expectLegible(page: Page, looks: readonly ColourScheme[] = ['dark', 'light']): Promise<void> {
  for (const colorScheme of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await page.evaluate(overflowingButtons)).toEqual([])
    // What lives in a root of its own is drawn a moment later.
    await expect.poll(() => page.evaluate(faintTexts), { message: colorScheme, intervals: [50] }).toEqual([])
  }
}

/** Buttons and tabs whose words stick out or are cut off, one line each; words that end in an ellipsis are neither. */
export function overflowingButtons(): string[] {
  return [...document.querySelectorAll<HTMLElement>('button, [role="tab"]')].flatMap((button) => {
    const isSeen = button.checkVisibility({ visibilityProperty: true }) && button.clientWidth > 0
    const parts = [button, ...button.querySelectorAll<HTMLElement>('span, div')]
    const out = parts.find((part) => {
      const isCut = part === button || getComputedStyle(part).overflowX === 'hidden'
      return isCut && part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).textOverflow !== 'ellipsis'
    })
    return isSeen && out !== undefined ? [`${button.textContent}: ${out.scrollWidth} > ${out.clientWidth}`] : []
  })
}

/** Texts of a message that lie under what can be done with it, or under each other. */
export function hiddenWords(message: Element): string[] {
  type Line = { node: Node | Element; box: DOMRect }
  const lines: Line[] = []
  const texts = document.createTreeWalker(message, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const { parentElement } = node
    if (parentElement === null || parentElement.closest('[data-actions]') !== null) continue
    // What is cut off is not shown.
    const { right: end } = parentElement.getBoundingClientRect()
    for (const { x, y, right, height } of range.getClientRects())
      lines.push({ node, box: new DOMRect(x, y, Math.min(right, end) - x, height) })
  }
  const bars = [...message.querySelectorAll('[data-actions]')]
  const others: Line[] = [...lines, ...bars.map((node) => ({ node, box: node.getBoundingClientRect() }))]
  const isOver = (one: DOMRect, other: DOMRect): boolean =>
    one.left < other.right && other.left < one.right && one.top < other.bottom - 1 && other.top < one.bottom - 1
  const hidden = lines.filter(({ node, box }) => others.some((other) => other.node !== node && isOver(box, other.box)))
  return hidden.map(({ node }) => node.textContent ?? '')
}

/** Texts with less contrast than AA asks for (4.5; 3 for large ones), one line each. Disabled things are let off. */
export function faintTexts(): string[] {
  type Colour = { r: number; g: number; b: number; a: number }
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const colours = new Map<string, Colour>()
  const colourOf = (text: string): Colour => {
    const known = colours.get(text) ?? painted(text)
    colours.set(text, known)
    return known
  }
  const painted = (text: string): Colour => {
    if (pen === null) throw new Error('The page cannot draw.')
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = text
    pen.fillRect(0, 0, 1, 1)
    const [r = 0, g = 0, b = 0, a = 0] = pen.getImageData(0, 0, 1, 1).data
    return { r, g, b, a: a / 255 }
  }
  const over = (top: Colour, below: Colour): Colour => {
    const mix = (one: number, other: number): number => one * top.a + other * (1 - top.a)
    return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 }
  }
  const grounds = new Map<Element, Colour>()
  const groundOf = (element: Element): Colour => {
    const known = grounds.get(element)
    if (known !== undefined) return known
    const colour = colourOf(getComputedStyle(element).backgroundColor)
    const { parentElement } = element
    const white = { r: 255, g: 255, b: 255, a: 1 }
    const ground = colour.a === 1 ? colour : over(colour, parentElement === null ? white : groundOf(parentElement))
    grounds.set(element, ground)
    return ground
  }
  const lightOf = ({ r, g, b }: Colour): number => {
    const part = (value: number): number => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
  }
  const isOff = (element: Element): boolean =>
    element.closest(':disabled, [aria-disabled="true"], [data-disabled], [aria-hidden="true"]') !== null
  const found = new Set<string>()
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const words = [...element.childNodes].flatMap((node) =>
      node.nodeType === 3 ? [(node.textContent ?? '').trim()] : [],
    )
    const text = words.join(' ').trim()
    if (text === '' || isOff(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      continue
    const style = getComputedStyle(element)
    const ground = groundOf(element)
    const ink = over(colourOf(style.color), ground)
    const [high, low] = [lightOf(ink), lightOf(ground)].sort((one, other) => other - one)
    const ratio = ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
    const size = Number.parseFloat(style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
    if (ratio < (isLarge ? 3 : 4.5)) found.add(`${ratio.toFixed(2)}: "${text.slice(0, 40)}" (${element.className})`)
  }
  return [...found]
}
