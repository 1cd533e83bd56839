/** `baton chat`: the same as `run`, interactively, with the reply streaming in. */
import { createInterface } from 'node:readline/promises'
import type { InnerNode, RunEvent } from '../../src-shared/run/log/events'
import { isInner } from '../../src-shared/run/log/log'
import { spokenText } from '../../src-shared/run/sequence/spoken'
import { warningWords } from '../../src-shared/run/words/warnings'
import { ENGLISH } from '../../src-shared/languages/translate'
import { typedAnswer } from '../../src-shared/run/words/typed-answers'
import type { RunOutcome } from '../run/execution/execution'
import { readAttachments } from './attach'
import { answerNote, answerTurn, askedText, beginTurn, linePrompt, overdueTurn, waitingQuestions } from './answering'
import { openAllowed } from './consent'
import { readFlowFile, type GivenFlow, type RunOptions, type CommandStreams } from './options'
import { report } from './run'
import { readSpeaker } from './pick-speaker'
import { readSets } from './set-variables'
import { checkThreadName, goOn, inThread, lastTurn, resumeTurn, speaksFirst, type TalkOptions } from './talk'

export type ChatCommand = RunOptions & {
  open?: boolean
  thread?: string
  rebuild?: boolean
  set?: string[]
  to?: string
  attach?: string[]
}

const HELP =
  'Type a message. /new begins a new thread, /retry tries a failed turn again, /to NAME picks who answers next, /quit ends.'
const HAD_FAILED = 'The last turn of this thread failed. /retry tries it again; a message begins a new turn.'

/** Talks until the input ends or `/quit`. A failed turn is reported and can be tried again with `/retry`. */
export async function chatCommand(file: string, options: ChatCommand, around: CommandStreams): Promise<number> {
  const given = readFlowFile(file)
  const set = readSets(given.flow, options.set)
  const to = readSpeaker(given.flow, options.to)
  const attached = await readAttachments(given.flow, options.attach, around.signal)
  if (!set.ok || !to.ok || !attached.ok) {
    const refused = [set, to, attached].find((read) => !read.ok)
    around.note(refused?.ok === false ? refused.issue : '')
    return 2
  }
  checkThreadName(options.thread)
  const core = await openAllowed({ flows: [given], files: [file] }, options, around)
  const terminal = createInterface({ input: around.stdin, crlfDelay: Infinity, signal: around.signal })
  try {
    const named = { name: options.thread, note: around.note }
    await inThread({ core, given }, named, async (threadId) => {
      if (options.rebuild === true && threadId !== null) await core.services.runner.rebuild(threadId)
      const first = { set: set.values, to: to.id, attachments: attached.attachments }
      const onEvent = printer(given, around)
      await converse({ core, given, threadId, ...first, onEvent, signal: around.signal }, terminal, {
        ...around,
        open: options.open === true,
      })
    })
    return 0
  } finally {
    terminal.close()
    await core.close()
  }
}

/** What waits in the thread first, then a turn for each line. */
async function converse(
  talk: TalkOptions,
  lines: AsyncIterable<string>,
  { open, ...around }: CommandStreams & { open: boolean },
): Promise<void> {
  around.note(HELP)
  const overdue = overdueTurn(talk)
  if (overdue !== null) tell(await overdue(), around)
  const [waits] = overdue === null ? waitingQuestions(talk) : []
  if (waits !== undefined) around.note(askedText(waits, 1, linePrompt))
  const before = lastTurn(talk)
  if (before === 'left') tell(await goOn(talk), around)
  else if (before === 'failed') around.note(HAD_FAILED)
  if (open || speaksFirst(talk)) tell(await beginTurn(talk, null, around), around)
  prompt(around)
  for await (const line of lines) {
    if (around.signal.aborted || line.trim() === '/quit') break
    await answer(talk, line.trim(), around)
    prompt(around)
  }
}

/** How a turn ended; one that waits is asked about, one question after the other. */
function tell(outcome: RunOutcome, around: CommandStreams): void {
  const first = outcome.state === 'finished' ? { ...outcome, questions: undefined } : outcome
  report(first, around, linePrompt)
}

async function answer(talk: TalkOptions, line: string, around: CommandStreams): Promise<void> {
  if (line === '/new') {
    talk.threadId = null
    around.note('A new thread.')
  } else if (line === '/retry') {
    if (lastTurn(talk) === 'ended') around.note('There is no failed or unfinished turn.')
    else tell(await resumeTurn(talk), around)
  } else if (line.startsWith('/to ')) {
    const picked = readSpeaker(talk.given.flow, line.slice(4).trim())
    if (picked.ok) talk.to = picked.id
    else around.note(picked.issue)
  } else if (line.startsWith('/')) around.note(HELP)
  else if (line !== '') await say(talk, line, around)
}

/** A message, or the answer to a question that waits; what answers none is a message. */
async function say(talk: TalkOptions, line: string, around: CommandStreams): Promise<void> {
  const [waits] = waitingQuestions(talk)
  const typed = waits === undefined ? null : typedAnswer(waits.question.kind)
  if (typed === null) return tell(await beginTurn(talk, line, around), around)
  const given = typed.line(line)
  if (given === null) around.note(typed.prompt)
  else tell(await answerTurn(talk, [given]), around)
}

function prompt({ stdin, out }: CommandStreams): void {
  if (stdin.isTTY === true) out('> ')
}

/** Prints replies as they stream, under the name of who speaks. */
function printer(given: GivenFlow, { out, note }: CommandStreams): (event: RunEvent) => void {
  /** What of an entry was printed as it came. */
  const streamed = new Map<string, string>()
  let inner: { readonly [node: string]: InnerNode } = {}
  const nameOf = (node: string) => given.flow.nodes[node]?.name ?? inner[node]?.name ?? node
  return (event) => {
    if (event.type === 'run.started') inner = { ...inner, ...event.inner }
    const noted = event.type === 'warning' ? warningWords(event, ENGLISH) : answerNote(event)
    if (noted !== null) note(noted)
    // What is said in nested chats is not said to the user (swarm 26).
    if ('path' in event && isInner(event.path)) return
    if (event.type === 'token') {
      if (!streamed.has(event.entryId)) out(`${nameOf(event.node)}: `)
      streamed.set(event.entryId, (streamed.get(event.entryId) ?? '') + event.text)
      out(event.text)
    } else if (event.type === 'tool.finished') note(`[${event.tool} ${event.isError ? 'failed' : 'done'}]`)
    else if (event.type === 'entry') {
      const text = spokenText(event)
      const before = streamed.get(event.entry.id)
      if (text !== null && before === undefined) out(`${nameOf(event.node)}: ${text}\n`)
      else if (text !== null) out(`${text.startsWith(before ?? '') ? text.slice(before?.length) : ''}\n`)
      streamed.delete(event.entry.id)
      if (event.entry.kind === 'handoff') note(`[${nameOf(event.entry.from ?? '')} -> ${nameOf(event.entry.to)}]`)
    } else if (event.type === 'run.started') streamed.clear()
  }
}
