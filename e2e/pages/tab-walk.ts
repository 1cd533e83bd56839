/** What has the focus, and the way that Tab takes from it. The functions that run in the page use nothing from outside themselves. */
import type { Page } from '@playwright/test'

/** One control that Tab comes to, by the words that a person would call it by. */
export type TabStop = { name: string; box: { left: number; right: number; top: number; bottom: number } }

/** `missed`: what can be reached by Tab, and was not. */
export type TabWalk = { stops: TabStop[]; missed: string[] }

/** More presses than any view has controls. */
const MOST = 150

const MARK = 'data-tab-walk'

/** Goes round by Tab, from what has the focus until it has it again; what is in `within`, a selector, has to be come by. */
export async function walkByTab(page: Page, within: string): Promise<TabWalk> {
  await page.evaluate(clear, MARK)
  const stops: TabStop[] = []
  for (let pressed = 0; pressed < MOST; pressed += 1) {
    const stop = await page.evaluate(arrive, { mark: MARK, within })
    if (stop === 'again') break
    stops.push(stop)
    await page.keyboard.press('Tab')
  }
  if (stops.length === MOST) throw new Error(`Tab does not come round: ${stops.map(({ name }) => name).join(', ')}`)
  return { stops, missed: await page.evaluate(findMissed, { mark: MARK, within }) }
}

/** Where there is nothing between the end of the page and its start. */
const END = '(the end)'

/**
 * Steps that go against reading: up, or back to the left within a line. A column further to the right may begin higher. A way round goes back to its start
 * once, so the greatest step back is let off.
 */
export function backwardSteps({ stops }: TabWalk): string[] {
  const seen = stops.filter(({ name }) => name !== END)
  const steps = seen.flatMap(({ name, box }, index) => {
    const next = seen[(index + 1) % seen.length]
    if (next === undefined || seen.length < 3) return []
    const isAbove = next.box.bottom <= box.top + 1
    const isLeft = next.box.right <= box.left + 1
    const isRight = next.box.left >= box.right - 1
    const isBeside = next.box.top < box.bottom - 1 && box.top < next.box.bottom - 1
    const isBack = (isAbove && !isRight) || (isBeside && isLeft)
    return isBack
      ? [{ words: `${name} → ${next.name}`, by: box.top - next.box.top + (box.left - next.box.left) / 100 }]
      : []
  })
  const start = steps.reduce((most, { by }) => Math.max(most, by), Number.NEGATIVE_INFINITY)
  return steps.filter(({ by }) => by < start).map(({ words }) => words)
}

function clear(mark: string): void {
  for (const one of document.querySelectorAll(`[${mark}]`)) one.removeAttribute(mark)
}

function arrive({ mark, within }: { mark: string; within: string }): TabStop | 'again' {
  const element = document.activeElement
  if (element === null || element === document.body)
    return { name: '(the end)', box: { left: 0, right: 0, top: 0, bottom: 0 } }
  if (element.hasAttribute(mark)) return 'again'
  element.setAttribute(mark, '')
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
  const by = document.getElementById(element.getAttribute('aria-labelledby') ?? '')?.textContent
  const name = element.getAttribute('aria-label') ?? by ?? label ?? element.textContent ?? ''
  const { left, right, top, bottom } = element.getBoundingClientRect()
  // Where it would be if nothing had been scrolled.
  let down = 0
  for (let at = element.parentElement; at !== null; at = at.parentElement) down += at.scrollTop
  const isOutside = element.closest(within) === null
  return {
    name: `${isOutside ? 'outside: ' : ''}${name.trim().slice(0, 60) || element.tagName}`,
    box: { left, right, top: top + down, bottom: bottom + down },
  }
}

function findMissed({ mark, within }: { mark: string; within: string }): string[] {
  const controls = 'button, input, select, textarea, a[href], summary, [tabindex]'
  return [...document.querySelectorAll<HTMLElement>(within)].flatMap((part) =>
    [...part.querySelectorAll<HTMLElement>(controls)].flatMap((one) => {
      if (one.tabIndex < 0 || one.hasAttribute(mark) || one.matches(':disabled') || one.closest('[inert]') !== null)
        return []
      if (!one.checkVisibility({ visibilityProperty: true })) return []
      // Of several that only one can be chosen of, Tab comes to one.
      const isOneOf = one instanceof HTMLInputElement && one.type === 'radio'
      if (isOneOf && document.querySelector(`input[name="${one.name}"][${mark}]`) !== null) return []
      return [one.getAttribute('aria-label') ?? one.textContent ?? one.tagName]
    }),
  )
}
