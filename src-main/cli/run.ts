/** `baton run`: one turn for each message; what the flow says goes to standard output, message by message. */
import { createInterface } from 'node:readline'
import { SAY_WHEN, type SayWhen } from '../../src-shared/flow/records'
import { visibleLine } from '../../src-shared/kinds/visible'
import type { RunEvent } from '../../src-shared/run/log/events'
import { spokenText } from '../../src-shared/run/sequence/spoken'
import { limitNote } from '../../src-shared/run/words/limit-note'
import { ENGLISH } from '../../src-shared/languages/translate'
import { warningWords } from '../../src-shared/run/words/warnings'
import type { RunOutcome } from '../run/execution/execution'
import {
  answerNote,
  askedText,
  answerTurn,
  beginTurn,
  optionPrompt,
  overdueTurn,
  readAnswers,
  waitingQuestions,
  type GivenAnswers,
  type PromptOf,
} from './answering'
import { readAttachments } from './attach'
import { readBreaks } from './breaks'
import { openAllowed } from './consent'
import { readFlowFile, type RunOptions, type CommandStreams } from './options'
import { readSpeaker } from './pick-speaker'
import { readSets } from './set-variables'
import { checkThreadName, goOn, inThread, lastTurn, resumeTurn, setRest, speaksFirst, type TalkOptions } from './talk'

export type RunCommand = RunOptions & {
  message?: string[]
  open?: boolean
  thread?: string
  rebuild?: boolean
  set?: string[]
  to?: string
  attach?: string[]
  when?: string
  answer?: string
  break?: string[]
  until?: string
  question?: string
  json?: boolean
}

/** Exit code 0 done, 1 the flow or its last run failed, 2 there was nothing to do or a value cannot be set. */
export async function runCommand(file: string, options: RunCommand, around: CommandStreams): Promise<number> {
  const given = readFlowFile(file)
  const set = readSets(given.flow, options.set)
  const to = readSpeaker(given.flow, options.to)
  const answer = readAnswers(options.answer)
  const breaks = readBreaks(given.flow, options)
  const attached = await readAttachments(given.flow, options.attach, around.signal)
  const refused = [set, to, answer, breaks, attached].find((read) => !read.ok)
  if (!set.ok || !to.ok || !answer.ok || !breaks.ok || !attached.ok) {
    around.note(refused?.ok === false ? refused.issue : '')
    return 2
  }
  if (answer.answers !== null && options.thread === undefined) {
    around.note('--answer answers the question of a thread: name it with --thread.')
    return 2
  }
  if (emptyMessage(options)) {
    around.note('A message is empty: -m wants what the user says. With --open the flow speaks first.')
    return 2
  }
  checkThreadName(options.thread)
  const core = await openAllowed(
    { flows: [given], files: [file] },
    { ...options, breakpoints: breaks.breakpoints },
    around,
  )
  try {
    return await inThread({ core, given }, { name: options.thread, note: around.note }, async (threadId) => {
      const onEvent = options.json === true ? jsonPrinter(around) : textPrinter(around)
      if (options.rebuild === true && threadId !== null) await core.services.runner.rebuild(threadId)
      const first = { set: set.values, to: to.id, attachments: attached.attachments }
      const talk: TalkOptions = { core, given, threadId, ...first, onEvent, signal: around.signal }
      if (threadId !== null) core.services.runner.queue.hear(threadId, onEvent)
      if (options.when !== undefined && isBusy(talk)) return queueMessages(talk, options, around)
      return takeTurns(talk, { ...options, given: answer.answers }, around)
    })
  } finally {
    await core.close()
  }
}

/** Whether the user is to say nothing at all. The first message may be what is attached to it. */
function emptyMessage({ message = [], attach = [] }: RunCommand): boolean {
  return message.some((text, index) => text.trim() === '' && (index > 0 || attach.length === 0))
}

/** `given`: what is answered to the question that the thread's turn waits with. */
type Turns = RunCommand & { given: GivenAnswers | null }

async function takeTurns(talk: TalkOptions, options: Turns, around: CommandStreams): Promise<number> {
  let last: number | null = null
  for await (const { isLeft, take } of turnsOf(talk, options, around)) {
    const outcome = await take()
    last = report(outcome, around)
    const followed = await queuedTurns(talk)
    if (followed !== null) last = report(followed, around)
    // A turn that was left and fails now is over: what is said next begins a new one.
    const isOver = isLeft === true && outcome.state === 'failed'
    if (last !== 0 && !isOver) return last
  }
  const isSet = await setRest(talk)
  if (last !== null) return last
  if (lastTurn(talk) === 'failed') return report(await resumeTurn(talk), around)
  if (isSet) return 0
  const waits = waitingQuestions(talk)
  if (waits.length > 0) for (const asked of waits) around.note(askedText(asked, waits.length, optionPrompt))
  else
    around.note(`Nothing to do: no message was given and ${whyNothing(talk)}. Use -m TEXT, standard input or --open.`)
  return 2
}

function whyNothing({ core, threadId }: TalkOptions): string {
  const isUnused = threadId !== null && core.services.threads.turnsOf(threadId) === 0
  return isUnused ? `there is no thread "${visibleLine(threadId)}" yet` : 'the thread has no unfinished or failed turn'
}

/** `isLeft`: it was left in the middle before. */
type NextTurn = { isLeft?: boolean; take: () => Promise<RunOutcome> }

/** The turns in their order: one that was left or is answered, the flow's own beginning, then a turn for each message. */
async function* turnsOf(talk: TalkOptions, options: Turns, around: CommandStreams): AsyncGenerator<NextTurn> {
  const { given } = options
  // What a left turn asks only as it goes on, nobody has seen: the answer is not for that.
  const meant = options.question ?? waitingQuestions(talk)[0]?.id ?? ''
  if (lastTurn(talk) === 'left') yield { isLeft: true, take: () => goOn(talk) }
  const overdue = given === null ? overdueTurn(talk) : null
  if (given !== null) yield { take: () => answerTurn(talk, given, meant) }
  else if (overdue !== null) yield { take: overdue }
  if (options.open === true || speaksFirst(talk)) yield { take: () => beginTurn(talk, null, around) }
  if (options.message !== undefined)
    for (const text of options.message) yield { take: () => beginTurn(talk, text, around) }
  else if (given === null) for await (const line of linesOf(around)) yield { take: () => beginTurn(talk, line, around) }
  // Nothing was said, so what is attached is the message.
  if ((talk.attachments ?? []).length > 0) yield { take: () => beginTurn(talk, '', around) }
}

/** Another program runs a turn of the thread. */
function isBusy({ core, threadId }: TalkOptions): boolean {
  return threadId !== null && core.services.threads.activeRun(threadId) !== null
}

/** What others said meanwhile has its turns first; how the last of them ended, null: nobody said anything. */
async function queuedTurns({ core, threadId }: TalkOptions): Promise<RunOutcome | null> {
  return threadId === null ? null : await core.services.runner.queue.rest(threadId)
}

/** Says something to the turn that another program runs, which goes on with it. */
async function queueMessages(talk: TalkOptions, options: Turns | RunCommand, around: CommandStreams): Promise<number> {
  const { core, threadId, to } = talk
  const when = SAY_WHEN.find((one) => one === options.when)
  const { message = [] } = options
  if (threadId === null || when === undefined || message.length === 0) {
    around.note(`--when takes ${SAY_WHEN.join(', ')}, and what is said with -m.`)
    return 2
  }
  for (const text of message)
    await core.services.runner.queue.add({ threadId, when, text, to, attachments: [...(talk.attachments ?? [])] })
  around.note(`A turn of this thread runs. ${WHEN_NOTES[when]}`)
  return 0
}

const WHEN_NOTES = {
  after: 'The message waits until it is over.',
  now: 'The message is heard at its next step.',
  instead: 'The message is heard at its next step: what is under way can only be cut off by the program that runs it.',
} as const satisfies Record<SayWhen, string>

/** The lines of standard input; none from a terminal, where nobody was asked to type. */
async function* linesOf({ stdin, signal }: CommandStreams): AsyncGenerator<string> {
  if (stdin.isTTY === true) return
  for await (const line of createInterface({ input: stdin, crlfDelay: Infinity, signal })) {
    if (line.trim() !== '') yield line
  }
}

/** Says on standard error how a turn ended when that is worth saying; the exit code. */
export function report(
  outcome: RunOutcome,
  { note }: Pick<CommandStreams, 'note'>,
  promptFor: PromptOf = optionPrompt,
): number {
  if (outcome.state === 'finished') {
    if (outcome.limit !== null) note(limitNote(outcome.limit, outcome.after))
    if (outcome.question === undefined) return 0
    const { question, questions = [question] } = outcome
    for (const asked of questions) note(askedText(asked, questions.length, promptFor))
    return question.question.problem === null ? 0 : 1
  }
  if (outcome.state === 'failed') note(`${outcome.error.message} (${outcome.error.code})`)
  else note('The turn was left unfinished. Run the thread again to go on with it.')
  return 1
}

export function jsonPrinter({ out }: CommandStreams): (event: RunEvent) => void {
  return (event) => out(`${JSON.stringify(event)}\n`)
}

export function textPrinter({ out, note }: CommandStreams): (event: RunEvent) => void {
  return (event) => {
    const text = spokenText(event)
    if (text !== null) out(`${text}\n`)
    const noted = event.type === 'warning' ? warningWords(event, ENGLISH) : answerNote(event)
    if (noted !== null) note(noted)
  }
}
