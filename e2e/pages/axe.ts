/** What axe-core, the checker of accessibility, finds wrong with the page. */
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { expectLegible, type ColourScheme } from './legibility'

/** Colours glide for a moment after something was opened. */
const TRIES = 3

/** Looks in which everything is looked for: one, since a look changes nothing but colours, and both with BATON_LOOKS=all. */
const LOOKS: readonly ColourScheme[] = process.env['BATON_LOOKS'] === 'all' ? ['dark', 'light'] : ['light']

/** Nothing serious is found. What stands beside what is new in the view was looked at before: `within` is a selector. */
export async function expectSound(page: Page, view: string, within: string | null = null): Promise<void> {
  for (const colorScheme of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect.soft(await seriousFindings(page, within), `${view}, ${colorScheme}`).toEqual([])
  }
}

/** The same, and everything can be read in the dark too. */
export async function expectForEverybody(page: Page, view: string, within: string | null = null): Promise<void> {
  await expectLegible(page, ['dark'])
  await expectSound(page, view, within)
}

/**
 * Serious and critical findings, one line each: the rule, the element that breaks it, and how. Minor ones are matters of taste. Within what a
 * selector finds, or in all of the page.
 */
export async function seriousFindings(page: Page, within: string | null = null): Promise<string[]> {
  // What a debugger evaluates is not held to the page's policy, which lets no other script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  let found: string[] = []
  for (let at = 0; at < TRIES; at += 1) {
    found = await page.evaluate(runAxe, within)
    if (found.length === 0) return []
  }
  return found
}

/** Runs in the page. */
async function runAxe(within: string | null): Promise<string[]> {
  type Finding = { html: string; target: readonly unknown[]; failureSummary?: string }
  type Violation = { id: string; impact: string | null; nodes: Finding[] }
  type Axe = {
    run: (root: Document | string, options: object) => Promise<{ violations: Violation[]; passes: object[] }>
  }
  const { axe: checker } = globalThis as unknown as { axe: Axe }
  const { violations, passes } = await checker.run(within ?? document, {
    resultTypes: ['violations'],
    // Off by itself: who speaks to the page says what stands on a button.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  })
  // Of what is not shown there is nothing to find.
  if (passes.length === 0) throw new Error(`Nothing is seen at ${within ?? 'the page'}.`)
  // An option is called by its name, and what stands under that describes it, which the rule takes for a part of the name.
  const isDescribedWithin = ({ target: [selector] }: Finding): boolean => {
    const element = typeof selector === 'string' ? document.querySelector(selector) : null
    const about = document.getElementById(element?.getAttribute('aria-describedby') ?? '')
    const words = element?.textContent?.replace(about?.textContent ?? '', '').trim()
    return about !== null && element?.contains(about) === true && words === element.getAttribute('aria-label')
  }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      (id === 'label-content-name-mismatch' ? nodes.filter((one) => !isDescribedWithin(one)) : nodes).map(
        ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`,
      ),
    )
}
