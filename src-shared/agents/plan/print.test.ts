/** Plans written out again: as text that reads back, as Markdown, as Mermaid. */
import { expect, test } from 'vitest'
import { planToMarkdown, planToMermaid, type ShownStep } from './export'
import { parsePlan } from './parse'
import { printPlan } from './print'

const STEPS: ShownStep[] = [
  {
    id: 'E1',
    plan: 'find *it*',
    tool: 'Search',
    input: 'x',
    deps: [],
    state: 'done',
    evidence: 'a\n```\nb',
    durationMs: 1234,
  },
  {
    id: 'E2',
    plan: 'sum "up"',
    tool: 'Calc',
    input: '#E1 + #E9',
    deps: ['E1', 'E9'],
    state: 'failed',
    filled: 'a + #E9',
  },
]

test('canonical text, also of an untidy reply', () => {
  const { steps } = parsePlan('**Plan 1:** a\n- `#e1` = T[ x ] ok\nPLAN:b #E[2] = U[]')
  expect(printPlan(steps)).toBe('Plan: a\n#E1 = T[x]\n\nPlan: b\n#E2 = U[]\n')
  expect(printPlan([])).toBe('')
})

test('what the two lines cannot hold is written as JSON', () => {
  const steps = [{ id: 'E1', plan: 'a\nPlan: b', tool: 'T', input: ' ] ', deps: [] }]
  const text = printPlan(steps)
  expect(JSON.parse(text)).toEqual([
    { plan: 'a\nPlan: b', evidence: { placeholder: '#E1', tool: 'T', tool_input: ' ] ' } },
  ])
  expect(parsePlan(text)).toEqual({ steps, error: null })
})

test('Markdown: calls and evidence between fences that nothing in them ends', () => {
  expect(planToMarkdown(STEPS, { question: 'What\nis it?', answer: 'It.' })).toBe(`# Plan

> What
> is it?

## E1: find \\*it\\*

- Tool: \`Search\`
- State: done, 1.2 s

Input:

\`\`\`text
x
\`\`\`

Evidence:

\`\`\`\`text
a
\`\`\`
b
\`\`\`\`

## E2: sum "up"

- Tool: \`Calc\`
- Needs: E1, E9
- State: failed

Input:

\`\`\`text
#E1 + #E9
\`\`\`

Input with evidence:

\`\`\`text
a + #E9
\`\`\`

## Answer

It.
`)
})

test('Mermaid: boxes, arrows for what exists, states as classes; texts cannot become syntax', () => {
  expect(planToMermaid(STEPS)).toBe(`flowchart TD
  E1["#35;E1 Search<br/>find *it*"]:::done
  E2["#35;E2 Calc<br/>sum #34;up#34;"]:::failed
  E1 --> E2
  classDef done fill:#d3f9d8,stroke:#2f9e44,color:#212529
  classDef failed fill:#ffe3e3,stroke:#e03131,color:#212529
`)
  const hostile = { id: 'E1', plan: 'a"]; click E1 "x" <b>\nend', tool: 'T', input: '', deps: [] }
  expect(planToMermaid([hostile])).toBe(
    'flowchart TD\n  E1["#35;E1 T<br/>a#34;#93;#59; click E1 #34;x#34; #60;b#62; end"]\n',
  )
})
