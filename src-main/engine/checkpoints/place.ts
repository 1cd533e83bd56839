/** What a put or a read is about: where the checkpoint belongs, and what the caller says of it beside the state. */
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  type Checkpoint,
  type CheckpointMetadata,
  getCheckpointId,
  maxChannelVersion,
  TASKS,
} from '@langchain/langgraph-checkpoint'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'

export type CheckpointLocation = { thread: string; ns: string; cp: string | undefined }
export type PutInput = {
  place: CheckpointLocation
  config: RunnableConfig
  checkpoint: Checkpoint
  metadata: CheckpointMetadata
  newVersions: object
  /** It takes the place of all that the thread had. */
  replaces: boolean
}

export function placeOf(config: RunnableConfig): CheckpointLocation {
  const thread: unknown = config.configurable?.thread_id
  const ns: unknown = config.configurable?.checkpoint_ns
  const isNamed = (typeof thread === 'string' && thread !== '') || typeof thread === 'number'
  if (!isNamed) throw new AppError('bad-input', inEnglish('A checkpoint needs a thread_id in configurable.'))
  return { thread: String(thread), ns: typeof ns === 'string' ? ns : '', cp: getCheckpointId(config) || undefined }
}

export function keyOf(thread: string, ns: string): string {
  return JSON.stringify([thread, ns])
}

export function configOf(place: CheckpointLocation): RunnableConfig {
  return { configurable: { thread_id: place.thread, checkpoint_ns: place.ns, checkpoint_id: place.cp } }
}

/** A turn or run that the caller gave with the metadata, or with the config that it ran the graph with. */
export function markOf({ config, metadata }: PutInput, name: string): number | string | undefined {
  const places: Record<string, unknown>[] = [{ ...metadata }, config.metadata ?? {}, config.configurable ?? {}]
  for (const { [name]: value } of places) if (typeof value === 'number' || typeof value === 'string') return value
  return undefined
}

export function isBareMetadata(metadata: CheckpointMetadata): boolean {
  const { source, step, parents, ...others } = metadata
  const isSimple = typeof source === 'string' && Number.isInteger(step) && typeof parents === 'object'
  return isSimple && Object.keys(parents).length === 0 && Object.keys(others).length === 0
}

/** ISO times as milliseconds, which are shorter; any other text as it is. */
export function storedTime(text: string): number | string {
  const time = Date.parse(text)
  return Number.isFinite(time) && new Date(time).toISOString() === text ? time : text
}

/** Before format 4, Send packets were pending writes of the parent; now they are a channel. `first`: the version of one in a checkpoint without others. */
export function addSends(checkpoint: Checkpoint, sends: unknown[], first: number): void {
  checkpoint.channel_values[TASKS] = sends
  const versions = Object.values(checkpoint.channel_versions)
  checkpoint.channel_versions[TASKS] = versions.length > 0 ? maxChannelVersion(...versions) : first
}
