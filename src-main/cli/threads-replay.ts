/** `baton threads replay`: asks stored decisions of a flow again, with another model or prompt, after saying what it would cost. */
import { AppError } from '../../src-shared/errors'
import { foldCase } from '../../src-shared/match'
import { MOST_DECISIONS, type DecisionCursor } from '../../src-shared/rpc/kept-methods'
import { MOST_REPLAYED, replayInputSchema, type ReplayForecast, type ReplayResult } from '../../src-shared/rpc/replays'
import type { FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { replayCsv } from '../../src-shared/run/trace/replay-table'
import { ENGLISH, inEnglish } from '../../src-shared/languages/translate'
import { choiceSort, choiceWords, subjectWords } from '../../src-shared/run/words/decisions'
import type { Core } from '../core'
import { readBounded, whyUnread } from '../platform/bounded-file'
import { UsageError, withLibrary, type CommandStreams, type RunOptions } from './options'
import { flowIdOf } from './threads'

export type ReplayCommand = Omit<RunOptions, 'allow' | 'breakpoints'> & {
  topic?: string
  node?: string
  choice?: string
  thread?: string
  prompt?: string
  limit: number
  yes?: boolean
  json?: boolean
  csv?: boolean
}

/** Exit code 1 where any call failed. Throws `UsageError` where two forms of output are asked for. */
export async function replayCommand(flow: string, options: ReplayCommand, around: CommandStreams): Promise<number> {
  if (options.json === true && options.csv === true)
    throw new UsageError('--json and --csv cannot go into one output. Give one of them.')
  const prompt = options.prompt === undefined ? null : promptOf(options.prompt)
  const code = await withLibrary(options, around, async (core: Core) => {
    const flowId = flowIdOf(core, flow)
    const { chosen, isCut } = await chosenDecisions(core, flowId, options)
    if (chosen.length === 0) {
      around.note('No stored decision that was asked of a model fits. See "baton threads decisions".')
      return 0
    }
    const { connection = null, model = '' } = options
    const input = replayInputSchema.parse({ flowId, decisions: chosen, connection, model, prompt })
    const { decisionReplay } = core.services
    const forecast = await decisionReplay.forecast(input)
    for (const line of forecastLines(forecast)) around.note(line)
    if (isCut)
      around.note(
        `More decisions fit; only the first ${chosen.length} are taken. --limit says how many (at most ${MOST_REPLAYED}).`,
      )
    if (forecast.calls === 0) return 0
    if (options.yes !== true) {
      around.note('Nobody was asked. Add --yes to ask.')
      return 0
    }
    const { replay } = await decisionReplay.start(input)
    const stop = (): void => decisionReplay.stop(replay.id)
    around.signal.addEventListener('abort', stop)
    const results: ReplayResult[] = []
    for await (const result of decisionReplay.follow(replay.id, 0, new AbortController().signal)) {
      results.push(result)
      if (options.json === true) around.out(`${JSON.stringify(result)}\n`)
      else if (options.csv !== true && (result.isFlip || result.error !== null)) around.out(`${lineOf(result)}\n`)
    }
    around.signal.removeEventListener('abort', stop)
    if (options.csv === true) around.out(replayCsv(results))
    around.note(sumOf(results, forecast.calls))
    return results.some(({ error }) => error !== null) || results.length < forecast.calls ? 1 : 0
  })
  return code ?? 0
}

/** The prompt itself, or `@FILE`. */
function promptOf(given: string): string {
  if (!given.startsWith('@')) return given
  const file = given.slice(1)
  const read = readBounded(file, MOST_PROMPT_BYTES, 'named')
  if (read.ok) return read.bytes.toString('utf8')
  throw new AppError(
    'not-found',
    inEnglish(`${file} could not be read: ${whyUnread(read, MOST_PROMPT_BYTES)}. Give a text file.`),
  )
}

const MOST_PROMPT_BYTES = 200_000

/** `isCut`: more would fit. */
type ChosenDecisions = { chosen: FlowDecision[]; isCut: boolean }

async function chosenDecisions(core: Core, flowId: string, options: ReplayCommand): Promise<ChosenDecisions> {
  const chosen: FlowDecision[] = []
  const most = Math.min(options.limit, MOST_REPLAYED)
  let after: DecisionCursor | null = null
  do {
    const page = await core.services.keeping.decisions({ flowId, after, limit: MOST_DECISIONS })
    chosen.push(...page.decisions.filter((one) => fits(one, options)))
    after = page.next
  } while (after !== null && chosen.length <= most)
  return { chosen: chosen.slice(0, most), isCut: chosen.length > most }
}

function fits(decision: FlowDecision, { topic, node, choice, thread }: ReplayCommand): boolean {
  const { about, who, threadId } = decision
  const is = (wanted: string | undefined, ...names: string[]): boolean =>
    wanted === undefined || names.some((name) => foldCase(name) === foldCase(wanted))
  return (
    decision.canReplay &&
    is(topic, about, subjectWords(about, ENGLISH)) &&
    is(node, decision.node, who?.name ?? '') &&
    is(choice, choiceSort(decision.choice)) &&
    (thread === undefined || threadId === thread)
  )
}

function forecastLines({ calls, tokens, dollars, asked, skipped }: ReplayForecast): string[] {
  const reasons = new Map<string, number>()
  for (const { why } of skipped) reasons.set(why, (reasons.get(why) ?? 0) + 1)
  const price = dollars === null ? 'price not known' : `about $${dollars.toFixed(4)}`
  const sum = `${calls} ${calls === 1 ? 'call' : 'calls'}, about ${Math.round(tokens.input)} tokens in and ${Math.round(tokens.output)} out, ${price}`
  return [
    sum,
    ...asked.map((one) => `  ${one.connection}: ${one.model}, ${one.calls}${one.price ? '' : ' (price not known)'}`),
    ...[...reasons].map(([why, count]) => `  left out, ${count}: ${why}`),
  ]
}

function lineOf({ threadId, turn, node, who, about, before, after, reply, error }: ReplayResult): string {
  const place = `${threadId} ${turn}  ${who?.name ?? node} · ${subjectWords(about, ENGLISH)}`
  if (after === null) return `${place}  failed: ${error ?? ''}`
  const said = reply.replaceAll(/\s+/g, ' ').slice(0, 120)
  return `${place}  ${choiceWords(before.choice, ENGLISH)} → ${choiceWords(after.choice, ENGLISH)}  (${said})`
}

function sumOf(results: readonly ReplayResult[], calls: number): string {
  const flips = results.filter(({ isFlip }) => isFlip).length
  const failed = results.filter(({ error }) => error !== null).length
  const cost = results.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0)
  const unpriced = results.some(({ dollars, error }) => dollars === null && error === null)
  const facts = [
    `${results.length} of ${calls} answered`,
    `${flips} ${flips === 1 ? 'flip' : 'flips'}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    unpriced ? 'price not known' : `$${cost.toFixed(4)}`,
  ]
  return facts.join(', ')
}
