/** The first difference between the route that a test expects and the one that a turn took; what comes after it is mostly its echo. */
import { isSameJson } from '../../flow/json'
import type { Message } from '../../languages/translate'
import type { RouteStep } from './test-file'

/** What is not as it was. */
export type WhatDiffers =
  /** Null: nothing more was expected, or nothing more came. */
  | { is: 'step'; expected: RouteStep | null; came: RouteStep | null }
  /** It asked a model, and no reply to that was kept. */
  | { is: 'new-model-call'; node: string }
  /** A reply that was kept calls what is not on offer to it now. */
  | { is: 'not-offered'; node: string; tool: string }
  /** It called a tool, and no result of that was kept. */
  | { is: 'new-tool-call'; node: string; tool: string }
  /** It asked a person, and no answer to that was kept. */
  | { is: 'new-question'; node: string; kind: string }
  /** The turn failed where it did not. */
  | { is: 'failed'; node: string | null; why: Message }
  /** The flow as it is drawn cannot run. */
  | { is: 'cannot-run'; node: string | null; why: Message }

/**
 * `turn` counts from 1; `node`: where to look; null: nowhere. `due`: the step that was to come, where the turn was ended before it by something for
 * which nothing was kept; null: none. `hosts`: those that code at that node may fetch from, and does not reach in a test.
 */
export type TestDifference = {
  turn: number
  node: string | null
  what: WhatDiffers
  due: RouteStep | null
  hosts: readonly string[]
}

/** `all`: also what is said, and arguments; `route`: what does not depend on the words of a model. */
export type ComparedParts = 'all' | 'route'

/** `isCut`: what came was ended in the middle, so that nothing is missing in it. */
export type RouteComparison = { parts: ComparedParts; isCut: boolean }

/** A difference within a turn. */
export type FoundDifference = Omit<TestDifference, 'turn' | 'hosts'>

/** The first difference of two routes, and the node to look at; null: there is none. */
export function firstDifference(
  expected: readonly RouteStep[],
  came: readonly RouteStep[],
  { parts, isCut }: RouteComparison,
): FoundDifference | null {
  const wanted = comparedSteps(expected, parts)
  const found = comparedSteps(came, parts)
  let holder: string | null = null
  for (let at = 0; at < Math.max(wanted.length, found.length);) {
    const size = groupSize(wanted, at)
    const group = wanted.slice(at, at + size)
    const first = unequal(group, found.slice(at, at + size), parts)
    if (first !== null) {
      if (isCut && first.came === null) return null
      return { node: placeOf(first, holder), what: { is: 'step', ...first }, due: null }
    }
    for (const step of group) if (step.is === 'baton') holder = step.node
    at += size
  }
  return null
}

/** The step that is expected after those that came, which are as they were. */
export function dueStep(
  expected: readonly RouteStep[],
  came: readonly RouteStep[],
  parts: ComparedParts,
): RouteStep | null {
  return comparedSteps(expected, parts)[comparedSteps(came, parts).length] ?? null
}

type StepPair = { expected: RouteStep | null; came: RouteStep | null }

/** The first of a group that did not come, with the first that came in its place; null: they are the same, in whatever order. */
function unequal(group: readonly RouteStep[], others: readonly RouteStep[], parts: ComparedParts): StepPair | null {
  const strange = [...others]
  let lost: RouteStep | null = null
  for (const step of group) {
    const place = strange.findIndex((other) => isSame(step, other, parts))
    if (place === -1) lost ??= step
    else strange.splice(place, 1)
  }
  const came = strange[0] ?? null
  return lost === null && came === null ? null : { expected: lost, came }
}

/** A step with those that began beside it: one, where it is no call. */
function groupSize(steps: readonly RouteStep[], at: number): number {
  let size = 1
  if (steps[at]?.is !== 'call') return size
  for (let next = steps[at + size]; next?.is === 'call' && next.beside === true; next = steps[at + size]) size += 1
  return size
}

function comparedSteps(steps: readonly RouteStep[], parts: ComparedParts): RouteStep[] {
  return parts === 'all' ? [...steps] : steps.filter(({ is }) => is !== 'said')
}

function isSame(step: RouteStep, other: RouteStep, parts: ComparedParts): boolean {
  if (step.is !== 'call' || other.is !== 'call') return isSameJson(step, other)
  // Whichever of those side by side began first.
  const isSameTool = step.node === other.node && step.tool === other.tool && step.toolNode === other.toolNode
  return isSameTool && (parts === 'route' || isSameJson(step.arguments, other.arguments))
}

/** Of the baton that went elsewhere it is who passed it; else who acted, or was to. */
function placeOf({ expected, came }: StepPair, holder: string | null): string | null {
  if (expected?.is === 'baton' || came?.is === 'baton') {
    const other = expected?.is === 'baton' ? came : expected
    return holder ?? nodeOf(other) ?? nodeOf(came) ?? nodeOf(expected)
  }
  return nodeOf(came) ?? nodeOf(expected) ?? holder
}

function nodeOf(step: RouteStep | null): string | null {
  return step !== null && 'node' in step ? step.node : null
}
