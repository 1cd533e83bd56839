/** Part `plan`: how fast a planner's reply is read, on well-formed plans, on a reply that streams, and on garbage of two sizes. */
import { parsePlan, planSoFar } from '../src-shared/agents/plan/parse'
import { median, type Figure, type Report } from './figures'
import { words } from './words'

export type PlanSizes = { megabytes: number; rounds: number }

const WARM_UP_BYTES = 16_000_000

const TOOLS = ['Search', 'Calc', 'LLM', 'web.fetch-page']
/** Texts that look like plans and are none; each is repeated to a size. */
const GARBAGE = {
  'opening brackets': '[',
  'unclosed calls in one line': '#E1 = a[ ',
  'unclosed calls with quotes': '#E1 = a["',
  'labels and signs': 'Plan: #E ** ',
  'thoughts that never end': 'x <think> ',
  'brackets and calls': 'Plan: #E1=a[[(',
  'open JSON': '[{"evidence":"',
} as const

export function measurePlans({ megabytes, rounds }: PlanSizes): Report {
  const size = megabytes * 1_000_000
  return {
    title: 'The plan grammar',
    setting: `plans of 4 to 20 steps, ${megabytes} MB of them in all; garbage of ${megabytes / 2} and ${megabytes} MB; processor time`,
    figures: [
      { ...speedOf('well-formed plans', plans(size), rounds), least: 50 },
      speedOf('the same with bold labels and lists', plans(size).map(decorate), rounds),
      streamFigure(rounds),
      ...Object.entries(GARBAGE).map(([what, piece]) => garbageFigure(what, piece, size)),
    ],
  }
}

/** Plans of different lengths whose steps use the ones before. */
function plans(size: number): string[] {
  const made: string[] = []
  let length = 0
  for (let seed = 1; length < size; seed += 1) {
    const steps = Array.from({ length: 4 + (seed % 17) }, (_, index) => {
      const use = index === 0 ? '' : ` given #E${1 + ((seed + index) % index)} [${index}]`
      const tool = TOOLS[(seed + index) % TOOLS.length] ?? 'LLM'
      return `Plan: ${words(90, seed + index)}\n#E${index + 1} = ${tool}[${words(40, seed * 31 + index)}${use}]\n`
    })
    const plan = steps.join('\n')
    made.push(plan)
    length += plan.length
  }
  return made
}

function decorate(plan: string): string {
  let step = 0
  return plan
    .replaceAll(/^Plan:/gm, () => `${(step += 1)}. **Plan ${step}:**`)
    .replaceAll(/^#E(\d+) = (.*)$/gm, '   - **#E$1** = `$2`')
}

function speedOf(what: string, texts: readonly string[], rounds: number): Figure {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const readAll = () => {
    for (const text of texts) {
      const { error } = parsePlan(text, { tools: TOOLS })
      if (error !== null) throw new Error(`A plan of the measurement is faulty: ${error.message}`)
    }
  }
  // What is measured is the compiled code.
  for (let read = 0; read < WARM_UP_BYTES; read += bytes) readAll()
  const speeds = Array.from({ length: rounds }, () => bytes / 1_000 / timeOf(readAll))
  return { what, value: median(speeds), unit: 'MB/s', from: `median of ${rounds}` }
}

/** A 20-step plan that is read anew at every token of about four characters. */
function streamFigure(rounds: number): Figure {
  const plan = plans(20_000).toSorted((left, right) => right.length - left.length)[0] ?? ''
  const times = Array.from({ length: rounds }, () =>
    timeOf(() => {
      for (let end = 4; end <= plan.length; end += 4) planSoFar(plan.slice(0, end), { tools: TOOLS })
    }),
  )
  const tokens = Math.floor(plan.length / 4)
  const from = `median of ${rounds}; ${tokens} tokens, read at each`
  return { what: 'a plan that streams, all readings', value: median(times), unit: 'ms', from }
}

/** How much longer twice the garbage takes; 2 is linear, 4 would be quadratic. */
function garbageFigure(what: string, piece: string, size: number): Figure {
  const whole = piece.repeat(Math.ceil(size / piece.length))
  const half = whole.slice(0, whole.length / 2)
  const best = (text: string) => Math.min(...[1, 2, 3].map(() => timeOf(() => parsePlan(text))))
  const [short, long] = [best(half), best(whole)]
  return {
    what: `${what}: time for twice the size`,
    value: long / short,
    unit: 'times',
    most: 3.5,
    from: `${long.toFixed(0)} ms`,
  }
}

/** Milliseconds of processor time, so that other programs on the machine do not count. */
function timeOf(work: () => void): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}
