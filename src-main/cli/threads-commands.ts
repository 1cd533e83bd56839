/** The commands of `baton threads` and their options. */
import { InvalidArgumentError, type Command } from 'commander'
import { RETENTION_LEVELS, RETENTION_WORDS } from '../../src-shared/rpc/retention'
import { collect, type CommandStreams } from './options'
import { decisionsCommand, type DecisionsCommand } from './threads-decisions'
import { forkThreadCommand } from './threads-fork'
import { pinCommand, unpinCommand, type PinCommand } from './threads-pins'
import { replayCommand, type ReplayCommand } from './threads-replay'
import {
  deleteThreadsCommand,
  exportThreadCommand,
  importThreadCommand,
  listThreadsCommand,
  pruneThreadsCommand,
  showThreadCommand,
  THREAD_FORMATS,
  type ExportThreadCommand,
  type ForkThreadCommand,
  type ListThreadsCommand,
  type PruneThreadsCommand,
  type ShowThreadCommand,
  type ThreadsCommand,
} from './threads'

const DATA = ['--data <DIR>', 'data folder (default: that of the app)'] as const
const MOST_THREADS = 10_000

export function addThreads(program: Command, around: CommandStreams, end: (code: number) => void): void {
  const threads = program.command('threads').description('look into the conversations that are kept')
  threads
    .command('list')
    .description('threads, one on each line with its size: those that are named so first, then the newest')
    .option('--flow <FLOW>', 'only of this flow: a file, or the name or id of a flow')
    .option('--text <TEXT>', 'only those with these words in their name or in what was said')
    .option('--waiting', 'what waits for a person instead: each call to decide on and each plan to approve')
    .option('--limit <N>', 'at most so many', readCount, 50)
    .option('--json', 'one line of JSON for each')
    .option(...DATA)
    .action(async (options: ListThreadsCommand) => end(await listThreadsCommand(options, around)))
  threads
    .command('show <THREAD>')
    .description('what was said, as "baton run" prints it, with the words of the user behind ">"')
    .option('--steps', 'each step instead, with why it happened and what came of it')
    .option('--cost', 'who took how much instead, in each turn and in all: calls, tokens, dollars, seconds')
    .option('--json', 'one run event on each line; with --cost one object for each turn and one for all of them')
    .option('--against <THREAD>', 'where it parts from another thread, and what each of them did from there on')
    .option(...DATA)
    .action(async (id: string, options: ShowThreadCommand) => end(await showThreadCommand(id, options, around)))
  threads
    .command('decisions <FLOW>')
    .description('what was decided in all threads of a flow: between what, by which rule, and what was taken')
    .option('--counts', 'how often each node chose what instead')
    .option('--limit <N>', 'at most so many', readCount, 500)
    .option('--json', 'one line of JSON for each')
    .option(...DATA)
    .action(async (flow: string, options: DecisionsCommand) => end(await decisionsCommand(flow, options, around)))
  addReplay(threads, around, end)
  threads
    .command('export <THREAD> [OUT]')
    .description('write a thread to OUT or to standard output')
    .option(
      '--bundle',
      'one file to look at elsewhere: drawings, events, requests and results, without keys and secrets',
    )
    .option('--to <FORMAT>', `${THREAD_FORMATS.join(' | ')}: its events, or its sequence diagram`, 'events')
    .option(...DATA)
    .action(async (threadId: string, out: string | undefined, options: ExportThreadCommand) =>
      end(await exportThreadCommand({ threadId, out }, options, around)),
    )
  threads
    .command('import <FILE>')
    .description('take over what "export --bundle" wrote, to look at, and print the id of the thread')
    .option('--json', 'print {"threadId", "flowId"} as JSON')
    .option(...DATA)
    .action(async (file: string, options: ThreadsCommand) => end(await importThreadCommand(file, options, around)))
  threads
    .command('delete <THREADS...>')
    .description('delete threads for good, with all that is kept of them; none where one of them is not there')
    .option(...DATA)
    .action(async (ids: string[], options: ThreadsCommand) => end(await deleteThreadsCommand(ids, options, around)))
  addFork(threads, around, end)
  addPins(threads, around, end)
  threads
    .command('prune')
    .description(
      'take away what older turns need not keep, and give back the room; pinned threads stay as they are, and turns with a pinned step',
    )
    .option('--flow <FLOW>', 'only of this flow: a file, or the name or id of a flow')
    .option('--thread <ID>', 'only this thread')
    .option(
      '--keep <LEVEL>',
      `in the place of the level that each flow has; ${RETENTION_LEVELS.map((one) => `${one}: ${RETENTION_WORDS[one].sentence}`).join(' ')}`,
    )
    .option('--json', 'print {"threads", "freed"} as JSON')
    .option(...DATA)
    .action(async (options: PruneThreadsCommand) => end(await pruneThreadsCommand(options, around)))
}

function addPins(threads: Command, around: CommandStreams, end: (code: number) => void): void {
  const step = ['--step <N>', 'only this step, by the number that the timeline shows', readCount] as const
  threads
    .command('pin <THREAD>')
    .description(
      'keep everything of a thread, or a step with all that it takes to go on from there, whatever is pruned',
    )
    .option(...step)
    .option('--name <TEXT>', 'what the step is called; one that is pinned gets the name')
    .option(...DATA)
    .action(async (id: string, options: PinCommand) => end(await pinCommand(id, options, around)))
  threads
    .command('unpin <THREAD>')
    .description('keep of a thread, or of one of its steps, only what its flow says')
    .option(...step)
    .option(...DATA)
    .action(async (id: string, options: PinCommand) => end(await unpinCommand(id, options, around)))
}

function addReplay(threads: Command, around: CommandStreams, end: (code: number) => void): void {
  threads
    .command('replay <FLOW>')
    .description(
      'ask stored decisions of a flow again, with another model or prompt, and list which come out differently; says first what that costs',
    )
    .option('--topic <TOPIC>', 'only decisions about this, as "threads decisions" says it')
    .option('--node <NODE>', 'only those of this node, by name or id')
    .option('--choice <CHOICE>', 'only where this was chosen')
    .option('--thread <ID>', 'only of this thread')
    .option('--connection <NAME>', 'ask this connection (default: the one that was asked)')
    .option('--model <NAME>', 'ask this model')
    .option('--base-url <URL>', 'ask this OpenAI-compatible server')
    .option('--api-key <KEY>', 'the key for --base-url, or in the place of the one of --connection')
    .option(
      '--prompt <TEXT>',
      'the prompt instead, or @FILE; slots such as {message} are filled as they were, {prompt} is the whole prompt',
    )
    .option('--limit <N>', 'at most so many', readCount, 500)
    .option('--yes', 'ask; without it only the price is printed')
    .option('--json', 'one line of JSON for each')
    .option('--csv', 'all of them as CSV')
    .option(...DATA)
    .action(async (flow: string, options: ReplayCommand) => end(await replayCommand(flow, options, around)))
}

function addFork(threads: Command, around: CommandStreams, end: (code: number) => void): void {
  threads
    .command('fork <THREAD>')
    .description('make a thread with the same turns and print its id; the other one stays as it is')
    .option('--turn <N>', 'only with the turns before this one', readCount)
    .option('--step <N>', 'only up to this step, by the number that the timeline shows', readCount)
    .option('--set <NAME=VALUE>', 'give a variable a value; repeatable', collect)
    .option(
      '--result <CALL=TEXT>',
      'let a tool have given this, or =@FILE; CALL is the id of a call, or a tool for its newest one; without --turn and --step the thread goes on right after it; repeatable',
      collect,
    )
    .option('--holder <NODE>', 'let this node go on')
    .option(
      '--model <NODE=CONNECTION/MODEL>',
      'let a node ask another model, in the new thread only; /MODEL may be left out; repeatable',
      collect,
    )
    .option(
      '--prompt <NODE=TEXT>',
      'give a node another instruction, or =@FILE, in the new thread only; NODE.FIELD for one of several; repeatable',
      collect,
    )
    .option(
      '--drawing <WHICH>',
      'then | now: the flow as it was at that turn, or as it is (default: in the middle of a turn then, else now)',
    )
    .option(
      '--substitute <OLD=NEW>',
      'with --drawing now: a node that stands for one that is gone; repeatable',
      collect,
    )
    .option('--flow <FILE>', 'the flow as it is now, where it is a file that is in no library')
    .option('--preview', 'make nothing, and say what has changed in the flow since then')
    .option('--json', 'print {"threadId"} as JSON')
    .option(...DATA)
    .action(async (id: string, options: ForkThreadCommand) => end(await forkThreadCommand(id, options, around)))
}

function readCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,5}$/.test(text) && count >= 1 && count <= MOST_THREADS) return count
  throw new InvalidArgumentError(`It is a number from 1 to ${MOST_THREADS}.`)
}
