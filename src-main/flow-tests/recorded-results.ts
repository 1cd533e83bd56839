/** Results of tools as a test has kept them, which are taken in the place of every call: a test calls no tool. */
import { AppError } from '../../src-shared/errors'
import { isSameJson } from '../../src-shared/flow/json'
import { jsonOrText } from '../../src-shared/run/tests/route'
import type { KeptCall } from '../../src-shared/run/tests/test-file'
import type { CallToRepeat, TakenResult, TakeResult } from '../engine/contract/repeats'
import type { TellNew } from './recorded-replies'

/** What was given to the calls of a turn: one with equal arguments first, then the next one of the same tool by the same node. */
export function recordedResults(calls: readonly KeptCall[], tellNew: TellNew): TakeResult {
  const left = [...calls]
  /** By call: a step that runs again makes the same one. */
  const taken = new Map<string, TakenResult>()
  return (call) => {
    // Whoever was asked about it then is asked again.
    if (call.isForAsking === true) return null
    const known = taken.get(call.key)
    if (known !== undefined) return known
    const place = placeIn(left, call)
    const [kept] = place === -1 ? [] : left.splice(place, 1)
    if (kept === undefined) {
      tellNew({ is: 'new-tool-call', node: call.node, tool: call.tool })
      throw new AppError('not-found', 'The test has no result for this call of a tool.', { node: call.node })
    }
    const { node: _node, tool: _tool, toolNode: _toolNode, arguments: _arguments, ...result } = kept
    const given: TakenResult = { ...result, kept: [], from: 'record' }
    taken.set(call.key, given)
    return given
  }
}

function placeIn(left: readonly KeptCall[], call: CallToRepeat): number {
  const given = jsonOrText(call.arguments)
  const isOfTool = ({ node, tool, toolNode }: KeptCall): boolean =>
    node === call.node && tool === call.tool && toolNode === call.toolNode
  const same = left.findIndex((one) => isOfTool(one) && isSameJson(one.arguments, given))
  return same === -1 ? left.findIndex(isOfTool) : same
}
