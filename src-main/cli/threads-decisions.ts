/** `baton threads decisions`: why threads of a flow went where they went, a line for each decision, or counted. */
import type { FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { countChoices } from '../../src-shared/run/trace/decision-table'
import { ENGLISH } from '../../src-shared/languages/translate'
import { choiceWords, ruleWords, subjectWords } from '../../src-shared/run/words/decisions'
import type { Core } from '../core'
import { withLibrary, type CommandStreams } from './options'
import { flowIdOf, minuteOf, type ThreadsCommand } from './threads'

export type DecisionsCommand = ThreadsCommand & { counts?: boolean; limit: number }

export async function decisionsCommand(
  flow: string,
  options: DecisionsCommand,
  around: CommandStreams,
): Promise<number> {
  await withLibrary(options, around, async (core: Core) => {
    const { limit, json, counts } = options
    const query = { flowId: flowIdOf(core, flow), after: null, limit }
    const { decisions, next } = await core.services.keeping.decisions(query)
    const print = (row: unknown, words: string): void =>
      around.out(json === true ? `${JSON.stringify(row)}\n` : `${words}\n`)
    if (counts === true) {
      const names = new Map(decisions.map((one) => [one.node, nameOf(one)]))
      for (const one of countChoices(decisions)) {
        const choices = one.choices.map(({ choice, count }) => ({ choice: choiceWords(choice, ENGLISH), count }))
        const words = choices.map(({ choice, count }) => `${choice} ${count}`).join(', ')
        print({ ...one, choices }, `${names.get(one.node) ?? one.node}  ${one.count}: ${words}`)
      }
    } else for (const one of decisions) print(one, line(one))
    if (next !== null) around.note(`There are more: these are ${limit}. Use --limit N.`)
  })
  return 0
}

function line(decision: FlowDecision): string {
  const { threadId, turn, about, candidates, moreCandidates, rule, choice, at } = decision
  const names = candidates.map(({ name }) => name)
  const between = [...names, ...(moreCandidates > 0 ? [`+${moreCandidates}`] : [])].join(', ')
  const facts = [
    nameOf(decision),
    subjectWords(about, ENGLISH),
    ...(between === '' ? [] : [`of ${between}`]),
    ruleWords(rule, ENGLISH),
  ]
  return `${threadId} ${turn}  ${minuteOf(at)}  ${facts.join(' · ')} → ${choiceWords(choice, ENGLISH)}`
}

function nameOf({ node, who }: FlowDecision): string {
  return who === null || who.name.trim() === '' ? node : who.name
}
