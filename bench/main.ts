/** The measurements as one program: which parts, how large, and how the figures are printed. */
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { measureCanvas } from './canvas'
import { measureCompile } from './compile'
import { printReport, type Report } from './figures'
import { measureMoments } from './moments'
import { measureReopening } from './reopening'
import { startModelServer, type ModelServer } from './processes'
import { measurePlans } from './plan-grammar'
import { measureRewoo } from './rewoo'
import { measureServe, type ServeSizes } from './serve'
import { measureSoak } from './soak'
import { measureStart, type AppSetting } from './start'
import { measureStorage } from './storage'
import { measureSwarm } from './swarm'
import { measureToolPool } from './tool-pool'
import { measureTurns } from './turns'

/** What the script that bundled this gives it. */
export type BenchProgram = {
  argv: readonly string[]
  /** The checkout. */
  root: string
  findChromium: () => Promise<string | null>
  /** Builds parts of the app; in words why that failed, or null. */
  build: (parts: readonly ('main' | 'renderer' | 'engine')[]) => Promise<string | null>
  print: (text: string) => void
  note: (line: string) => void
}

const PARTS = [
  'turns',
  'storage',
  'swarm',
  'compile',
  'canvas',
  'start',
  'plan',
  'rewoo',
  'tools',
  'moments',
  'reopening',
  'soak',
  'serve',
] as const
type Part = (typeof PARTS)[number]

const USAGE = `npm run bench -- [${PARTS.join('] [')}] [--quick] [--json] [--context-tokens N]
  --quick             small sizes, to see that everything works
  --json              the figures as JSON
  --minutes N         how long the session of 'canvas' lasts (use 10 for a long one)
  --context-tokens N  tokens of history that a model is sent in 'storage'`

type Options = {
  parts: readonly Part[]
  isQuick: boolean
  isJson: boolean
  contextTokens: number | null
  minutes: number | null
}

/** Runs the parts that were asked for and prints what they found; the exit code. */
export async function runBench(program: BenchProgram): Promise<number> {
  const options = readOptions(program)
  if (typeof options === 'number') return options
  const reports: Report[] = []
  const server = await startModelServer(import.meta.dirname)
  try {
    for (const part of options.parts) {
      program.note(`Baton: measuring ${part}...`)
      reports.push(await measure(part, options, { program, server }))
    }
  } finally {
    await server.close()
  }
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.version}`
  if (options.isJson) program.print(JSON.stringify({ at: new Date().toISOString(), machine, reports }, null, 2))
  else program.print([machine, ...reports.map(printReport)].join('\n'))
  return 0
}

function readOptions({ argv, note, print }: BenchProgram): Options | 0 | 2 {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      'context-tokens': { type: 'string' },
      minutes: { type: 'string' },
    },
  })
  const unknown = positionals.find((name) => !PARTS.some((part) => part === name))
  if (values.help) {
    print(USAGE)
    return 0
  }
  if (unknown !== undefined) {
    note(`There is no part '${unknown}'.\n${USAGE}`)
    return 2
  }
  const parts = PARTS.filter((part) => positionals.length === 0 || positionals.includes(part))
  const tokens = values['context-tokens']
  const minutes = values.minutes === undefined ? null : Number(values.minutes)
  if (minutes !== null && !(minutes > 0)) {
    note(`--minutes wants a number of minutes, and not '${values.minutes}'.\n${USAGE}`)
    return 2
  }
  return {
    parts,
    isQuick: values.quick,
    isJson: values.json,
    contextTokens: tokens === undefined ? null : Number(tokens),
    minutes,
  }
}

type BenchContext = { program: BenchProgram; server: ModelServer }

async function measure(
  part: Part,
  { isQuick, contextTokens, minutes }: Options,
  { program, server }: BenchContext,
): Promise<Report> {
  switch (part) {
    case 'turns':
      return measureTurns(
        server,
        isQuick ? { rounds: 2, middle: 30, late: 60 } : { rounds: 12, middle: 100, late: 500 },
      )
    case 'storage':
      return measureStorage(
        server,
        isQuick ? { turns: 100, threads: 100, contextTokens } : { turns: 1000, threads: 1000, contextTokens },
      )
    case 'swarm':
      return measureSwarm(server, isQuick ? { rounds: 2, turns: 30 } : { rounds: 12, turns: 100 })
    case 'compile':
      return measureCompile(isQuick ? { sizes: [100, 400], rounds: 2 } : { sizes: [1000, 4000, 5000], rounds: 3 })
    case 'moments':
      return measureMoments(isQuick ? { steps: 1000, scrubs: 100 } : { steps: 10_000, scrubs: 1000 })
    case 'reopening':
      return measureReopening(
        await appSetting(program),
        isQuick ? { steps: 1000, openings: 1 } : { steps: 10_000, openings: 3 },
      )
    case 'soak':
      return measureSoak(
        server,
        isQuick ? { clients: 5, seconds: 10, turns: 100 } : { clients: 50, seconds: 180, turns: 5000 },
      )
    case 'serve':
      return measureServe(server, {
        ...(await serveSetting(program)),
        note: program.note,
        ...(isQuick ? QUICK_SERVING : SERVING),
      })
    case 'canvas':
      return measureCanvas(
        await appSetting(program),
        server,
        isQuick
          ? { nodes: [100], ms: 1000, run: { nodes: 100, seconds: 3, sessionMs: (minutes ?? 0.1) * 60_000 } }
          : {
              nodes: [100, 500, 1000],
              ms: 3000,
              run: { nodes: 1000, seconds: 10, sessionMs: (minutes ?? 0.5) * 60_000 },
            },
      )
    case 'start':
      return measureStart(await appSetting(program), isQuick ? { runs: 2, openings: 1 } : { runs: 7, openings: 5 })
    case 'plan':
      return measurePlans(isQuick ? { megabytes: 1, rounds: 5 } : { megabytes: 4, rounds: 9 })
    case 'tools':
      return measureToolPool({
        root: program.root,
        ...(isQuick
          ? { sizes: [1_000], searches: 100, imports: 2 }
          : { sizes: [10_000, 100_000], searches: 600, imports: 7 }),
      })
    case 'rewoo':
      return measureRewoo(server, isQuick ? { plans: 3 } : { plans: 15 })
  }
}

type ServeLoads = Pick<ServeSizes, 'processes' | 'loads' | 'turns'>

const QUICK_SERVING: ServeLoads = {
  processes: [1, 2],
  loads: [
    { clients: 1, turns: 20 },
    { clients: 20, turns: 2 },
  ],
  turns: [10],
}

const SERVING: ServeLoads = {
  processes: [1, 2, 3],
  loads: [
    { clients: 1, turns: 40 },
    { clients: 50, turns: 4 },
    { clients: 500, turns: 1 },
  ],
  turns: [10, 50],
}

/** The command line, built, and what exported projects bring along. */
async function serveSetting({ root, build }: BenchProgram): Promise<Pick<ServeSizes, 'root' | 'missingEngine'>> {
  const failure = await build(['main'])
  if (failure !== null) throw new Error(`The core could not be built: ${failure}`)
  return { root, missingEngine: await build(['engine']) }
}

/** The app, built. Without its page the command line can still be measured. */
async function appSetting({ root, build, findChromium }: BenchProgram): Promise<AppSetting> {
  const failure = await build(['main'])
  if (failure !== null) throw new Error(`The core could not be built: ${failure}`)
  const missing = await build(['renderer'])
  return {
    root,
    chromium: await findChromium(),
    missing: missing === null ? null : `the page could not be built (${missing})`,
  }
}
