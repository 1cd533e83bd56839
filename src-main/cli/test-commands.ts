/** The command `baton test` and its options. */
import { Option, type Command } from 'commander'
import { collect, type CommandStreams } from './options'
import { testCommand, type TestCommand } from './test-flow'

export function addTest(program: Command, around: CommandStreams, end: (code: number) => void): void {
  program
    .command('test <FLOW>')
    .description(
      'play the tests of a flow, a line for each: passed, or the first difference. Exit 0: all pass, 1: some do not, 2: there are none',
    )
    .option('--tests <FILE>', 'the tests (default: NAME.tests.json beside NAME.flow.json)')
    .addOption(
      new Option(
        '--model <WHO>',
        'who replies: what was kept with the test; the rehearsal; or the models that the flow names, with your connections. Of the last two the route is compared, not the words',
      )
        .choices(['recorded', 'rehearsal', 'own'])
        .default('recorded'),
    )
    .option('--keep <THREAD>', 'make one more test of this thread of the data folder, and play it')
    .option('--name <NAME>', 'what that test is called (default: the thread)')
    .option('--json', 'one line of JSON for each test')
    .option('--data <DIR>', 'data folder (default: that of the app)')
    .option('--connection <NAME>', 'with --model own: use this connection for the whole flow')
    .option('--base-url <URL>', 'with --model own: use this OpenAI-compatible server for the whole flow')
    .option('--api-key <KEY>', 'the key for --base-url, or in the place of the one of --connection')
    .option(
      '--allow <ITEM>',
      'allow what the flow asks consent for: its code and files, and with --model own all that a run would use; repeatable; "all" allows everything',
      collect,
    )
    .action(async (file: string, options: TestCommand) => end(await testCommand(file, options, around)))
}
