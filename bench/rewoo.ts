/** Part `rewoo`: random plans of 20 steps against their critical path, one step at a time, and LangGraph's recipe. */
import { median, type Figure, type Report } from './figures'
import type { ModelServer } from './processes'
import { randomPlan, STEPS, type RandomPlan } from './rewoo-plans'
import { openBatonPlanner, openRecipe, type Addresses, type PlanContender, type PlanTimes } from './rewoo-threads'

/** Characters of the solver's answer. */
const LENGTH = 300
/** What may come on top of the critical path, whatever its length. */
const ALLOWANCE = 50

const NAMES = ['baton', 'byDefault', 'oneByOne', 'recipe'] as const
type Name = (typeof NAMES)[number]
const LABELS: { readonly [N in Name]: string } = {
  baton: 'Baton, all that can at once',
  byDefault: 'Baton, 8 at once at most (default)',
  oneByOne: 'Baton, one by one',
  recipe: 'the recipe on LangGraph',
}

type PlanMeasurement = { plan: RandomPlan; times: { readonly [N in Name]: PlanTimes } }

/** Every contender carries out every plan, one after the other; who goes first changes. */
export async function measureRewoo(server: ModelServer, { plans }: { plans: number }): Promise<Report> {
  const addresses = { baseUrl: server.baseUrl(LENGTH, 'rewoo'), waitUrl: server.waitUrl }
  const contenders = await openAll(addresses)
  const measured: PlanMeasurement[] = []
  try {
    // What is compiled and connected first is not measured.
    for (const name of NAMES) await contenders[name].turn(questionOf(WARM_UP), 2)
    for (let seed = 1; seed <= plans; seed += 1) measured.push(await race(contenders, seed))
  } finally {
    for (const name of NAMES) await contenders[name].close()
  }
  return reportOf(measured)
}

const WARM_UP = 'Plan: first\n#E1 = Wait[1 ms]\nPlan: second\n#E2 = Wait[1 ms after #E1]'

/** The model server answers a planner with the plan that stands in the question. */
function questionOf(plan: string): string {
  return `Carry this out: <plan>${plan}</plan>`
}

async function openAll(addresses: Addresses): Promise<{ readonly [N in Name]: PlanContender }> {
  return {
    baton: await openBatonPlanner(addresses, STEPS),
    byDefault: await openBatonPlanner(addresses, null),
    oneByOne: await openBatonPlanner(addresses, 1),
    recipe: openRecipe(addresses),
  }
}

async function race(contenders: { readonly [N in Name]: PlanContender }, seed: number): Promise<PlanMeasurement> {
  const plan = randomPlan(seed)
  const nothing = { turn: 0, work: 0, steps: {} }
  const times = { baton: nothing, byDefault: nothing, oneByOne: nothing, recipe: nothing }
  for (let place = 0; place < NAMES.length; place += 1) {
    const name = NAMES[(seed + place) % NAMES.length] ?? 'baton'
    times[name] = await contenders[name].turn(questionOf(plan.text), STEPS)
  }
  return { plan, times }
}

function reportOf(measured: readonly PlanMeasurement[]): Report {
  const over = (name: Name, part: 'turn' | 'work') => ({
    value: median(measured.map(({ plan, times }) => (times[name][part] - ALLOWANCE) / plan.critical)),
    unit: 'times' as const,
  })
  const against = (name: Name) => median(measured.map(({ times }) => times[name].work / times.baton.work))
  const overhead = median(measured.map(({ plan, times }) => times.baton.work - plan.critical))
  const asRun = median(
    measured.map(({ plan, times: { baton } }) => (baton.work - ALLOWANCE) / plan.criticalOf(baton.steps)),
  )
  const wanted = { most: 1.05 }
  return {
    title: 'Carrying out a plan',
    setting: `${measured.length} random plans of ${STEPS} steps, each with a tool of 20 to 200 ms over loopback HTTP; medians; "less ${ALLOWANCE} ms": of what it took without the ${ALLOWANCE} ms that may come on top`,
    figures: [
      { what: 'critical path of the plans', value: median(measured.map(({ plan }) => plan.critical)), unit: 'ms' },
      { what: 'all steps, one by one', value: median(measured.map(({ plan }) => plan.sequential)), unit: 'ms' },
      ...NAMES.map((name): Figure => {
        const value = median(measured.map(({ times }) => times[name].work))
        const turn = median(measured.map(({ times }) => times[name].turn))
        return { what: `steps: ${LABELS[name]}`, value, unit: 'ms', from: `whole turn ${turn.toFixed(0)} ms` }
      }),
      { what: 'steps: Baton over the critical path', value: overhead, unit: 'ms' },
      { what: `steps less ${ALLOWANCE} ms: Baton against the critical path`, ...over('baton', 'work'), ...wanted },
      { what: `steps less ${ALLOWANCE} ms: by default against the critical path`, ...over('byDefault', 'work') },
      {
        what: `steps less ${ALLOWANCE} ms: Baton against the critical path as it ran`,
        value: asRun,
        unit: 'times',
        from: 'with what each step took, so without what a busy machine, or Baton, adds to a call',
      },
      { what: `turn less ${ALLOWANCE} ms: Baton against the critical path`, ...over('baton', 'turn'), ...wanted },
      { what: 'steps: one by one against Baton', value: against('oneByOne'), unit: 'times' },
      { what: 'steps: the recipe against Baton', value: against('recipe'), unit: 'times' },
    ],
  }
}
