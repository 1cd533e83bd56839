/** What of a plan ran when: the time in which nothing ran, as while the app was closed, is left out. */
import { criticalPath, planLevels, type CriticalPath } from '../../../src-shared/agents/plan/levels'
import type { PlanStepView } from '../../../src-shared/run/fold/fold-view'

/** Milliseconds from the first start on; `from` null: the step has not run. */
export type StepTime = { id: string; from: number | null; ms: number }

export type PlanTimes = {
  rows: readonly StepTime[]
  /** From the first start to the last end. */
  total: number
  /** All steps one after another. */
  sequential: number
  critical: CriticalPath
}

type TimedStep = Pick<PlanStepView, 'id' | 'deps' | 'state' | 'startedAt' | 'ms'>

/** `now`: milliseconds since 1970, for steps that still run. */
export function planTimes(steps: readonly TimedStep[], now: number): PlanTimes {
  const times = inOrder(
    steps,
    steps.map((step) => ({ id: step.id, start: startOf(step), ms: durationOf(step, now) })),
  )
  const busy = busySpans(times)
  const rows = times.map(({ id, start, ms }) => ({ id, from: start === null ? null : placeIn(busy, start), ms }))
  return {
    rows,
    total: busy.reduce((sum, { from, to }) => sum + to - from, 0),
    sequential: rows.reduce((sum, { ms }) => sum + ms, 0),
    critical: withoutKept(criticalPath(steps, Object.fromEntries(rows.map(({ id, ms }) => [id, ms]))), rows),
  }
}

type Time = { id: string; start: number | null; ms: number }

/** Starts are told a little late, lengths are not: no step begins before those that it needs are through. */
function inOrder(steps: readonly TimedStep[], times: readonly Time[]): Time[] {
  const byId = new Map(times.map((time) => [time.id, { ...time }]))
  const depsOf = new Map(steps.map(({ id, deps }) => [id, deps]))
  for (const id of planLevels(steps.map(({ id: one, deps }) => ({ id: one, deps: [...deps] }))).flat()) {
    const time = byId.get(id)
    if (time === undefined || time.start === null) continue
    for (const dep of depsOf.get(id) ?? []) {
      const needed = byId.get(dep)
      if (needed !== undefined && needed.start !== null) time.start = Math.max(time.start, needed.start + needed.ms)
    }
  }
  return times.map((time) => byId.get(time.id) ?? time)
}

/** What did not run took no time, so it is no part of the path. */
function withoutKept({ path, length }: CriticalPath, rows: readonly StepTime[]): CriticalPath {
  const hasRun = new Set(rows.flatMap(({ id, from }) => (from === null ? [] : [id])))
  return { path: path.filter((id) => hasRun.has(id)), length }
}

function startOf({ startedAt }: TimedStep): number | null {
  const start = startedAt === null ? NaN : Date.parse(startedAt)
  return Number.isNaN(start) ? null : start
}

function durationOf(step: TimedStep, now: number): number {
  const start = startOf(step)
  if (start === null) return 0
  if (step.state === 'running') return Math.max(0, now - start)
  return step.ms ?? 0
}

type Span = { from: number; to: number }

/** The spans in which at least one step ran, in order. */
function busySpans(times: readonly { start: number | null; ms: number }[]): Span[] {
  const spans = times.flatMap(({ start, ms }) => (start === null ? [] : [{ from: start, to: start + ms }]))
  const merged: Span[] = []
  for (const span of spans.sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (last === undefined || span.from > last.to + PAUSE) merged.push({ ...span })
    else last.to = Math.max(last.to, span.to)
  }
  return merged
}

/** Between steps that follow each other a little time always goes by. */
const PAUSE = 250

function placeIn(busy: readonly Span[], at: number): number {
  let place = 0
  for (const { from, to } of busy) {
    if (at <= to) return place + Math.max(0, at - from)
    place += to - from
  }
  return place
}
