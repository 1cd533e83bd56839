/** Which steps may change variables: of those that run side by side one goes first, so that each sees what the one before has changed (swarm 10). */
import { codeSteps, nodesWithCode } from '../tool-calls/callables'
import { planStepName } from '../tool-calls/plans'
import { stepName, type CompiledFlow } from '../contract/runtime'

/** The steps that may change variables, most of them by calling a tool. */
export function settingSteps({ setters, graph }: CompiledFlow): ReadonlySet<string> {
  const byTools = [...setters].flatMap((id) => [
    stepName.act(id),
    stepName.reply(id),
    stepName.assign(id),
    stepName.map(id),
    planStepName.work(id),
  ])
  return new Set([...byTools, ...nodesWithCode(graph.flow).flatMap(codeSteps)])
}
