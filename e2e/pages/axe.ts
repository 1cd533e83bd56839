/** What axe-core, the checker of accessibility, finds wrong with the page. */
import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** Colours glide for a moment after something was opened. */
const TRIES = 3

/** Serious and critical findings, one line each: the rule, the element that breaks it, and how. Minor ones are matters of taste. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // What a debugger evaluates is not held to the page's policy, which lets no other script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  let found: string[] = []
  for (let at = 0; at < TRIES; at += 1) {
    found = await page.evaluate(runAxe)
    if (found.length === 0) return []
  }
  return found
}

/** Runs in the page. */
async function runAxe(): Promise<string[]> {
  type Violation = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }
  type Axe = { run: (root: Document, options: object) => Promise<{ violations: Violation[] }> }
  const { axe: checker } = globalThis as unknown as { axe: Axe }
  const { violations } = await checker.run(document, {
    resultTypes: ['violations'],
    // Off by itself: who speaks to the page says what stands on a button.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
    )
}
