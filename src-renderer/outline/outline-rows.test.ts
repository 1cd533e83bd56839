/** The rows of the outline: their order and words, and that a change makes anew only what it concerns. */
import { ENGLISH } from '../../src-shared/languages/translate'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { removeElements, setNodeData, setNodeName } from '../../src-shared/flow/editing/edits'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import { createEdgeIndex } from '../editor/edge-index'
import { createOutliner, foundRows, nodeKey, type OutlineRow } from './outline-rows'
import { rowWords } from './outline-words'

/** The support desk of the examples as it was once, so that these tests do not change with its words. */
function supportDesk(): Flow {
  const opened = openFlow(readFileSync(new URL('./testing/support-desk.flow.json', import.meta.url), 'utf8'))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

/** What somebody hears who goes through all rows, a step to the right for each level. */
function heard(of: Flow, rows: readonly OutlineRow[] = createOutliner()(of, new Set())): string {
  const index = createEdgeIndex()
  return rows
    .map((row) => `${'  '.repeat(row.depth)}${rowWords({ flow: of, index, t: ENGLISH }, row).spoken}`)
    .join('\n')
}

describe('the outline', () => {
  it('reads the support desk as a person would tell it', async () => {
    await expect(`${heard(supportDesk())}\n`).toMatchFileSnapshot('./testing/support-desk.outline.txt')
  })

  it('ends where a circle closes, shows what is shared once, and what no conversation reaches at the end', () => {
    const drawn = flow('Team')
      .start('a')
      .agent('a', { name: 'Ann' })
      .agent('b', { name: 'Bob' })
      .agent('lost', { name: 'Lost' })
      .builtinTool('clock', { name: 'Clock', tool: 'clock' })
      .note('n', { name: 'Note', text: 'Read me' })
      .handoff('a', 'b', { condition: 'It is about bills' })
      .handoff('b', 'a', { by: 'context', available: 'done' })
      .use('a', 'clock')
      .use('b', 'clock', { enabled: false })
      .use('a', 'b')
      .afterWorkOption('b', 'terminate')
      .build()
    expect(heard(drawn).split('\n')).toMatchInlineSnapshot(`
      [
        "Start",
        "  Then Ann",
        "Ann, agent, 1 hand-off · 2 tools",
        "  Instruction: built in",
        "  Hand-off to Bob, when it is about bills",
        "  Uses Clock, built-in tool, 1 of 2",
        "  Asks Bob, 2 of 2",
        "Bob, agent, 1 hand-off · 1 tool",
        "  Instruction: built in",
        "  Hand-off to Ann, if done",
        "  When it has answered: End the turn",
        "  Uses Clock, switched off",
        "Not in the conversation",
        "  Lost, agent, Not described yet",
        "    Instruction: built in",
        "  Read me, note",
      ]
    `)
  })

  it('makes rows anew only where something changed', () => {
    const outliner = createOutliner()
    const before = supportDesk()
    const rows = outliner(before, new Set())
    const moved = { ...before, layout: { nodes: { ...before.layout.nodes, triage: { x: 9, y: 9 } } } }
    expect(outliner(moved, new Set())).toBe(rows)
    expect(outliner(setNodeName(before, 'triage', 'First'), new Set())).toBe(rows)
    const prompted = outliner(setNodeData(before, 'write-up', { description: 'x' }), new Set())
    expect(prompted).toBe(rows)
    const fewer = outliner(removeElements(before, { edges: ['technical-triage'] }), new Set())
    const kept = fewer.filter((row) => rows.includes(row))
    expect([rows.length, fewer.length, kept.length]).toMatchInlineSnapshot(`
      [
        21,
        20,
        19,
      ]
    `)
  })

  it('folds and finds', () => {
    const desk = supportDesk()
    const folded = createOutliner()(desk, new Set([nodeKey('triage'), nodeKey('refunds')]))
    expect(folded.filter(({ depth }) => depth === 0).map(({ key }) => key)).toHaveLength(7)
    expect(folded.some((row) => row.what === 'edge' && row.node === 'triage')).toBe(false)
    const rows = createOutliner()(desk, new Set())
    const found = foundRows(rows, (row) => row.what === 'edge' && row.target === 'writer')
    expect(heard(desk, found).split('\n')).toMatchInlineSnapshot(`
      [
        "Write-up, nested chat, 2 chats",
        "  Chat with Letter writer, told “Write a short mail to the customer.”, 2 of 2",
      ]
    `)
    expect(found.map(({ at, of }) => [at, of])).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('keeps the rows of a thousand nodes but for those that a change concerns', () => {
    let large = flow('Large').start('n0')
    for (let at = 0; at < 1000; at += 1) large = large.agent(`n${at}`)
    for (let at = 0; at < 999; at += 1) large = large.handoff(`n${at}`, `n${at + 1}`).handoff(`n${at + 1}`, `n${at}`)
    const drawn = large.build()
    const outliner = createOutliner()
    const rows = outliner(drawn, new Set())
    expect(rows).toHaveLength(2 + 1000 * 2 + 999 * 2)
    expect(outliner(setNodeName(drawn, 'n500', 'Renamed'), new Set())).toBe(rows)
    const shorter = outliner(removeElements(drawn, { edges: ['e1501'] }), new Set())
    expect(shorter.filter((row) => !rows.includes(row)).length).toBeLessThan(6)
  })
})
