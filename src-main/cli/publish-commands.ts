/** The commands of `baton publish` and their options. */
import type { Command } from 'commander'
import { OUTLOOK_CLASSES } from '../run/verbs/outlook'
import { collect, type CommandStreams } from './options'
import { publishCheckCommand, publishSettleCommand, type PublishCommand, type SettleCommand } from './publish'

const DATA = ['--data <DIR>', 'data folder in which the flow is served (default: that of the app)'] as const
const THREAD = ['--thread <ID>', 'only this thread; repeatable', collect] as const

export function addPublish(program: Command, around: CommandStreams, end: (code: number) => void): void {
  const publish = program
    .command('publish')
    .description('before a new drawing of a flow is served: what becomes of its threads')
  publish
    .command('check <FLOW>')
    .description(
      'how each thread goes on with the new drawing, which has the id of the old one, and which questions lapse; nothing is changed. Exit 0: all go on where they stand, 1: some do not, or wait for a person, 2: the drawing cannot run',
    )
    .option(...THREAD)
    .option('--json', 'one line of JSON for each thread')
    .option(...DATA)
    .action(async (file: string, options: PublishCommand) => end(await publishCheckCommand(file, options, around)))
  publish
    .command('settle <FLOW>')
    .description(
      'do what is decided of threads, before "baton serve" is started with the new drawing. Exit 0: done, 1: some could not be, 2: the drawing cannot run',
    )
    .requiredOption(
      '--then <[WHICH=]HOW>',
      `pin: it keeps the drawing that it has; move: it goes on with the new one; end: its open turn is ended. WHICH is a thread or one of ${OUTLOOK_CLASSES.join(', ')}, as "check" says; without it every thread that is neither "same" nor "pinned"; repeatable`,
      collect,
    )
    .option('--substitute <OLD=NEW>', 'with move: a node that stands for one that is gone; repeatable', collect)
    .option(...THREAD)
    .option('--json', 'one line of JSON for each thread')
    .option(...DATA)
    .action(async (file: string, options: SettleCommand) => end(await publishSettleCommand(file, options, around)))
}
