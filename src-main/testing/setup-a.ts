/** Setup A of docs/rules.md: three workers behind a default worker, and how they are told apart in requests. */
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../src-shared/flow/records'
import type { ModelServer, RecordedRequest } from './model-server'

/** Workers whose prompts carry their names. */
export const threeWorkers = (builder: FlowBuilder) =>
  builder
    .node('message-worker', 'm', workerOf('MessageWorker', 'delivers a message'))
    .node('message-worker', 'r', workerOf('RAGWorker', 'answers from company files'))
    .node('message-worker', 's', workerOf('SearchWorker', 'answers from the web'))

/** Fields of a message worker whose prompt says who it is and shows all that it is given. */
export function workerOf(name: string, description = '') {
  return { name, description, prompt: `Work of ${name}. {value} {formatted_chat} [{context}]` }
}

/** Setup A as far as the default worker, without its candidates. */
export const defaultWorkerOnly = (data: JsonObject = {}, settings: JsonObject = {}) =>
  threeWorkers(
    flow('Setup A')
      .settings(settings)
      .start('g')
      .node('task-graph', 'g', { name: 'Shop' })
      .node('default-worker', 'd', { name: 'DefaultWorker', baseChoice: 'm', task: 'help the guest', ...data }),
  ).edge('delegate', { from: 'g', to: 'd', port: 'default' })

/** Setup A. */
export const setupA = (data: JsonObject = {}, settings: JsonObject = {}) =>
  defaultWorkerOnly(data, settings)
    .edge('candidate', { from: 'd', to: 'm' })
    .edge('candidate', { from: 'd', to: 'r' })
    .edge('candidate', { from: 'd', to: 's' })

/** `pick`, `intent`, a worker's name, or `respond`. */
export function askerOf({ user, system }: RecordedRequest): string {
  return (
    /Work of (\w+)\./.exec(`${user} ${system}`)?.[1] ??
    (user.includes('RAGWorker: answers') ? 'pick' : /others/i.test(user) ? 'intent' : 'respond')
  )
}

/** Lets each worker answer `<Name>:ok`. */
export function workersAnswer(server: ModelServer): void {
  for (const name of ['MessageWorker', 'RAGWorker', 'SearchWorker'])
    server.on({ user: `Work of ${name}.` }, { text: `${name}:ok` })
}
