/** The `baton` command: its commands, options and exit codes (0 done, 1 failed, 2 usage). */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { toAppError } from '../../src-shared/errors'
import { SAY_WHEN } from '../../src-shared/flow/records'
import { TYPED_ANSWERS } from '../../src-shared/run/words/typed-answers'
import { terminalText } from '../platform/terminal-text'
import { chatCommand, type ChatCommand } from './chat'
import { checkCommand, type CheckCommand } from './check'
import {
  listConnectionsCommand,
  testConnectionCommand,
  type ConnectionsCommand,
  type TestConnectionCommand,
} from './connections'
import { diffCommand, type DiffCommand } from './diff'
import { exportCommand, EXPORT_FORMATS, type ExportOptions } from './export'
import { gitSetupCommand } from './git/git-setup'
import { mergeDriverCommand, ON_CONFLICT, onConflictOf, textconvCommand } from './git/merge-driver'
import { ledgerCommand, type LedgerCommand } from './ledger'
import { listToolsCommand, type ListToolsCommand } from './list-tools'
import { collect, UsageError, withRunOptions, type CommandStreams } from './options'
import { collectNames, planCommand, type PlanCommand } from './plan'
import { addPublish } from './publish-commands'
import { runCommand, type RunCommand } from './run'
import { serveCommand, type ServeCommand } from './serve'
import type { McpCommand } from './serve-mcp'
import { searchToolsCommand, type SearchToolsCommand } from './search-tools'
import { addTest } from './test-commands'
import { addThreads } from './threads-commands'
import { tryToolCommand, type TryToolCommand } from './try-tool'

/** Runs the command line; the exit code. Never throws (one of the four places that catch). */
export async function runProgram(argv: readonly string[], outside: CommandStreams, version: string): Promise<number> {
  const around = withSafeOutput(outside)
  let code = 0
  const end = (result: number): void => {
    code = result
  }
  const program = programOf(around, end)
  // What it writes is a protocol for programs, which takes every character as it is.
  addMcp(program, { ...around, out: outside.out }, end)
  program.version(version)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (cause) {
    if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2
    if (cause instanceof UsageError) {
      around.note(cause.message)
      return 2
    }
    const error = toAppError(cause)
    around.note(`${error.message} (${error.code})`)
    if (error.code === 'thread-mismatch') around.note('Use --rebuild to go on from what is shown, or another --thread.')
    return 1
  }
}

/** All that the command line prints goes through here: flows, servers and models say what they like. */
/** Of `run` and `chat`. */
const ATTACH =
  'attach a text, a PDF or a picture (PNG, JPEG, GIF, WebP), or NODE:URI of an MCP server, to the first message; repeatable'

function withSafeOutput({ out, note, ...rest }: CommandStreams): CommandStreams {
  return { ...rest, out: (text) => out(terminalText(text)), note: (line) => note(terminalText(line)) }
}

function programOf(around: CommandStreams, end: (code: number) => void): Command {
  const program = new Command('baton')
    .description('Run, check, serve and export flows that were drawn in Baton.')
    .option('--offline', 'reach nothing but this machine, with any command (or BATON_OFFLINE=1)')
    .exitOverride()
    // `diff` has a --version of its own.
    .enablePositionalOptions()
    .configureOutput({ writeOut: around.out, writeErr: (text) => around.note(text.trimEnd()) })
    .showHelpAfterError('Use "baton --help" for the commands and "baton COMMAND --help" for their options.')
  addRun(program, around, end)
  addChat(program, around, end)
  program
    .command('check <FLOW>')
    .description('print the problems of a flow; exit 1 if any is an error')
    .option('--data <DIR>', 'data folder, whose connections say what models cost (default: that of the app)')
    .action(async (file: string, options: CheckCommand) => end(await checkCommand(file, options, around)))
  addServe(program, around, end)
  program
    .command('export <FLOW> [OUT]')
    .description(
      "write a flow in another form, to OUT or to standard output; for langgraph OUT is the folder of a project for LangGraph's server",
    )
    .requiredOption('--to <FORMAT>', EXPORT_FORMATS.join(' | '))
    .option('--theme <THEME>', 'light | dark, of an svg', 'light')
    .option('--force', 'of a project that was exported before: also write over what was changed in files of Baton')
    .option('--data <DIR>', 'data folder with flows that this one names (default: that of the app)')
    .action(async (file: string, out: string | undefined, options: ExportOptions) =>
      end(await exportCommand({ file, out, ...options }, around)),
    )
  addComparing(program, around, end)
  addPlan(program, around, end)
  addTools(program, around, end)
  addConnections(program, around, end)
  addThreads(program, around, end)
  addPublish(program, around, end)
  addTest(program, around, end)
  addLedger(program, around, end)
  return program
}

function addServe(program: Command, around: CommandStreams, end: (code: number) => void): void {
  withRunOptions(program.command('serve <FLOW...>'))
    .description('an OpenAI-compatible endpoint: any chat client can talk to a flow')
    .option('--port <N>', 'port (default: any free one)', readPort)
    .option('--host <ADDRESS>', 'address to listen at (default: 127.0.0.1); another one takes keys of your own')
    .option('--host-name <NAME>', 'a name under which it is reached, such as desk.example.com; repeatable', collect)
    .option(
      '--key <KEY>',
      'a key that callers must send as "Authorization: Bearer KEY" (default: BATON_SERVE_KEY, else a new one, which is printed); repeatable, each has threads of its own',
      collect,
    )
    .option('--keys <FILE>', 'a file of keys: on each line the name of a key, a blank and the key')
    .option('--origin <URL>', 'let web pages of this origin ask, such as http://localhost:3000; repeatable', collect)
    .option('--per-minute <N>', 'requests of each key in a minute', readCount, 600)
    .option('--at-once <N>', 'answers of each key that are under way at once', readCount, 32)
    .option('--body <MB>', 'the largest body of a request', readAmount, 44)
    .option('--idle <SECONDS>', 'how long a client may send nothing in the middle of a body', readAmount, 30)
    .option('--grace <SECONDS>', 'how long turns may go on after SIGTERM, before they are left', readAmount, 10)
    .option(
      '--database <URL>',
      'postgres://...: several processes serve the same threads, which are kept there (or BATON_DATABASE)',
    )
    .option(
      '--lease <SECONDS>',
      'with --database: how soon another process goes on with a thread of one that was killed',
      readAmount,
      15,
    )
    .option('--chat', 'a page for people to talk to the flow; its address, with a key of the page, is printed')
    .option(
      '--page-key <KEY>',
      'the key of the page, which talks in threads of its visitors only (default: BATON_PAGE_KEY, else a new one)',
    )
    .option(
      '--embed-on <URL>',
      'let this site show the page in a frame, such as https://example.com; repeatable',
      collect,
    )
    .option('--visitors-decide', 'let visitors also decide on calls, plans and results, not only on approvals')
    .option('--log', 'a line of JSON for each request on standard error, without contents')
    .action(async (files: string[], options: ServeCommand) => end(await serveCommand(files, options, around)))
}

function addMcp(program: Command, around: CommandStreams, end: (code: number) => void): void {
  withRunOptions(program.command('mcp <FLOW...>'))
    .description(
      'flows as tools of an MCP server, one for each: over standard input and output, as hosts start it, or over HTTP on 127.0.0.1',
    )
    .option('--http', 'over streamable HTTP instead of standard input and output')
    .option('--port <N>', 'port of --http (default: any free one)', readPort)
    .option(
      '--key <KEY>',
      'the key that callers of --http must send as "Authorization: Bearer KEY" (default: BATON_MCP_KEY, else a new one, which is printed); repeatable, each has threads of its own',
      collect,
    )
    .option('--origin <URL>', 'let web pages of this origin ask over --http; repeatable', collect)
    .action(async (files: string[], options: McpCommand) => {
      // Only here is the protocol's server needed, which takes a while to load.
      const { serveMcpCommand } = await import('./serve-mcp')
      end(await serveMcpCommand(files, options, around))
    })
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

function readCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,9}$/.test(text) && count > 0) return count
  throw new InvalidArgumentError('It is a whole number above 0.')
}

function readAmount(text: string): number {
  const amount = Number(text)
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(text)) return amount
  throw new InvalidArgumentError('It is a number from 0, such as 10 or 0.5.')
}

function addRun(program: Command, around: CommandStreams, end: (code: number) => void): void {
  withRunOptions(program.command('run <FLOW>'))
    .description(
      'one turn for each -m, or for each line of standard input; a turn that was killed goes on first. Without messages a turn of --thread that was killed goes on, and one that failed is tried again with the flow as it is now',
    )
    .option('-m, --message <TEXT>', 'what the user says; repeatable', collect)
    .option('--open', 'let the flow speak first')
    .addOption(
      new Option(
        '--when <WHEN>',
        'while another program runs a turn of the thread: say it "after" that, "now" or "instead"',
      ).choices(SAY_WHEN),
    )
    .option('--thread <ID>', 'go on in this thread; made where it does not exist')
    .option(
      '--rebuild',
      'where the data folder has lost a part of the thread: go on from what is left of its conversation',
    )
    .option(
      '--set <NAME=VALUE>',
      'give a variable a value before the first turn, read by its type; repeatable',
      collect,
    )
    .option('--attach <WHAT>', ATTACH, collect)
    .option('--to <AGENT>', 'who answers the first message, where the pattern of the swarm is "manual"')
    .option('--answer <ANSWER>', `answer ${TYPED_ANSWERS.map(({ help }) => help).join('; ')}`)
    .option('--question <ID>', 'which question --answer answers, where several wait')
    .option(
      '--break <PLACE>',
      'pause before a node; also after:NODE, edge:ID, tool:NAME or set:VARIABLE; repeatable. --answer says how the turn goes on',
      collect,
    )
    .option(
      '--until <PLACE>',
      'run to a node, or to a place as --break takes it, and pause there once; --answer says how the turn goes on',
    )
    .option('--json', 'print one run event on each line')
    .action(async (file: string, options: RunCommand) => end(await runCommand(file, options, around)))
}

function addChat(program: Command, around: CommandStreams, end: (code: number) => void): void {
  withRunOptions(program.command('chat <FLOW>'))
    .description('talk to a flow in the terminal')
    .option('--open', 'let the flow speak first')
    .option('--thread <ID>', 'go on in this thread; made where it does not exist')
    .option(
      '--rebuild',
      'where the data folder has lost a part of the thread: go on from what is left of its conversation',
    )
    .option(
      '--set <NAME=VALUE>',
      'give a variable a value before the first turn, read by its type; repeatable',
      collect,
    )
    .option('--attach <WHAT>', ATTACH, collect)
    .option('--to <AGENT>', 'who answers the first message, where the pattern of the swarm is "manual"')
    .action(async (file: string, options: ChatCommand) => end(await chatCommand(file, options, around)))
}

function addComparing(program: Command, around: CommandStreams, end: (code: number) => void): void {
  const conflicts = [
    '--on-conflict <WHAT>',
    `${ON_CONFLICT.join(' | ')}: what a conflict leaves in the file`,
    'ours',
  ] as const
  program
    .command('diff <A> [B]')
    .description(
      'what differs between two flows, in words; A and B are files, or names or ids of flows in the library. Exit 0: nothing, 1: something, 2: they could not be compared',
    )
    .option(
      '--version <WHICH>',
      'a version of A: its name, its id or its place (1 is the newest); without B it is compared with A as it is now, or with a second --version',
      collect,
    )
    .option('--json', 'print the difference as JSON')
    .option('--moves', 'also where nodes stand')
    .option('--data <DIR>', 'data folder (default: that of the app)')
    .action(async (first: string, second: string | undefined, options: DiffCommand) =>
      end(await diffCommand({ first, second }, options, around)),
    )
  program
    .command('git-setup')
    .description(
      'tell the git repository of this folder to compare and merge flows with Baton; says what it does, and can be run again',
    )
    .option('--command <COMMAND>', 'how git starts Baton (default: baton, or this very program)')
    .option(...conflicts)
    .action(({ command, onConflict }: { command?: string; onConflict: string }) =>
      end(
        gitSetupCommand(
          { ...(command === undefined ? {} : { command }), onConflict: onConflictOf(onConflict) },
          around,
        ),
      ),
    )
  program
    .command('textconv <FILE>')
    .description('a flow as text, for git to compare')
    .action((file: string) => end(textconvCommand(file, around)))
  program
    .command('merge-driver <FILES...>')
    .description(
      'for git: merge two flows; FILES are what both were made of, ours, which gets the result, theirs, and the path in the repository. Exit 1 where both changed the same field, which is said on standard error',
    )
    .option(...conflicts)
    .action((files: string[], options: { onConflict: string }) =>
      end(mergeDriverCommand(files, onConflictOf(options.onConflict), around)),
    )
}

function addPlan(program: Command, around: CommandStreams, end: (code: number) => void): void {
  program
    .command('plan')
    .description(
      "read a planner's reply (ReWOO) on standard input and print its steps and what is wrong with it as one line of JSON; exit 0 for faulty plans too",
    )
    .option(
      '--tools <NAMES>',
      'the tools there are, such as Search,Calc; without it any tool counts as known',
      collectNames,
    )
    .action(async (options: PlanCommand) => end(await planCommand(options, around)))
}

function addTools(program: Command, around: CommandStreams, end: (code: number) => void): void {
  const tools = program.command('tools').description('look into the tools of a flow')
  withToolOptions(tools.command('search <FLOW> <QUERY>'))
    .description(
      'what a query finds in the tool pools of a flow: one line of JSON for each candidate, nearest first, with name, pool, similarity, rank, kept and reason',
    )
    .action(async (file: string, query: string, options: SearchToolsCommand) =>
      end(await searchToolsCommand({ file, query }, options, around)),
    )
  withToolOptions(tools.command('list <FLOW>'))
    .description(
      'the tools of a flow: one line of JSON for each, with name, source (the node that it comes from), tool (what that calls it), description and enabled',
    )
    .action(async (file: string, options: ListToolsCommand) => end(await listToolsCommand(file, options, around)))
  tools
    .command('try <FLOW> <NODE>')
    .description(
      'call one tool by itself, with the consent and the limits of a run: one line of JSON with text (what a model would read), isError, ms, output (of code), and what it would set, which is kept nowhere; exit 1 if it failed',
    )
    .option('--args <JSON>', 'the arguments, as a JSON object (default: none)')
    .option('--tool <NAME>', 'which tool, of a server or an API')
    .option('--data <DIR>', 'data folder (default: that of the app)')
    .option('--allow <ITEM>', 'allow what the tool asks consent for; repeatable; "all" allows everything', collect)
    .action(async (file: string, node: string, options: TryToolCommand) =>
      end(await tryToolCommand({ file, node }, options, around)),
    )
}

function addConnections(program: Command, around: CommandStreams, end: (code: number) => void): void {
  const connections = program.command('connections').description('look at your connections to model servers')
  const data = ['--data <DIR>', 'data folder (default: that of the app)'] as const
  connections
    .command('list')
    .description(
      'your connections, one on each line: name, address, model, whether it has a key, and who stands in for it',
    )
    .option('--json', 'one line of JSON for each')
    .option(...data)
    .action(async (options: ConnectionsCommand) => end(await listConnectionsCommand(options, around)))
  connections
    .command('test <NAME>')
    .description(
      'what a connection can do, as Test in the settings says it: models, text, streaming, tools, instructions, images; exit 1 if no text comes',
    )
    .option('--model <NAME>', 'try this model in the place of its own')
    .option('--json', 'print the result as one line of JSON')
    .option(...data)
    .action(async (name: string, options: TestConnectionCommand) =>
      end(await testConnectionCommand(name, options, around)),
    )
}

function addLedger(program: Command, around: CommandStreams, end: (code: number) => void): void {
  program
    .command('ledger')
    .description(
      'the connections that Baton opened to elsewhere, the newest first: when, host and port, how it ended, bytes each way, for what, and what allowed it',
    )
    .option('--host <HOST>', 'only those to this host')
    .option('--last <N>', 'so many of them', readCount, 200)
    .option('--totals', 'the sums of each host instead')
    .option('--clear', 'then forget all of them')
    .option('--json', 'one line of JSON for each')
    .option('--data <DIR>', 'data folder (default: that of the app)')
    .action(async (options: LedgerCommand) => end(await ledgerCommand(options, around)))
}

function withToolOptions(command: Command): Command {
  return command
    .option('--pool <NAME>', 'only this pool')
    .option('--agent <NAME>', 'only what this agent, supervisor or dialog uses')
    .option('--data <DIR>', 'data folder (default: that of the app)')
    .option(
      '--allow <ITEM>',
      'allow what the sources of its tools ask consent for; repeatable; "all" allows everything',
      collect,
    )
}
