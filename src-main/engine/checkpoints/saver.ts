/**
 * BatonSaver: LangGraph's checkpointer on a SQLite file of its own, storing by difference, so that a thread grows by what was said and not
 * by what was said times the number of steps. The state stays ordinary LangGraph state; any other checkpointer could hold it.
 */
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  getCheckpointId,
  TASKS,
} from '@langchain/langgraph-checkpoint'
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { Chains } from './chains'
import { copyThread, type CopyOptions } from './copy'
import { type CheckpointDatabase, errorOfThread, openCheckpointDatabase } from './database'
import { EMPTY_HEAD, type Head, nodesThatRan, type Slot } from './head'
import { PendingWrites } from './pending'
import {
  addSends,
  configOf,
  isBareMetadata,
  keyOf,
  markOf,
  type CheckpointLocation,
  placeOf,
  type PutInput,
  storedTime,
} from './place'
import { isEqualJson } from './plain-json'
import { RecentTracks } from './recent'
import type { BatonSaverOptions } from './saver-options'
import { callDeletion, deleteThread, reclaim, thinThread, type ThinOptions, type ThinResult } from './retention'
import { type BaseRow, type CheckpointRow, Rows } from './rows'
import { sizeOfFile, sizeOfThread } from './sizes'
import { readThreads, readTimeline, type ThreadEntry, type TimelineEntry, type TimelineOptions } from './timeline'
import { type Draft, type PackedValue, Values } from './values'
import { WaitingWrites } from './waiting-writes'

type Parent = Pick<CheckpointRow, 'n' | 'rev' | 'track'>
type PreparedPut = {
  parent: Parent | undefined
  before: Head
  drafts: ReadonlyMap<string, Draft>
  meta: PackedValue | undefined
}

/**
 * The entries of array values that come out of `getTuple` and `list`, or went into `put`, are deep-frozen and shared with an in-process
 * cache: a node that changes one in place gets a TypeError, as it would have broken the channel anyway. All else is the caller's own copy.
 */
export class BatonSaver extends BaseCheckpointSaver {
  readonly #file: string
  readonly #database: CheckpointDatabase
  readonly #recent: RecentTracks
  readonly #rows: Rows
  readonly #values: Values
  readonly #pending: PendingWrites
  readonly #waiting: WaitingWrites
  readonly #transact: (action: () => void) => void
  readonly #deleteCalls: (thread: string) => boolean

  constructor(options: BatonSaverOptions) {
    super(options.serde)
    this.#file = options.file
    this.#database = openCheckpointDatabase(options.file)
    const transaction = this.#database.transaction((action: () => void) => action())
    this.#transact = (action) => transaction.immediate(action)
    this.#deleteCalls = callDeletion(this.#database)
    this.#recent = new RecentTracks(options.cachedThreads ?? 16)
    this.#rows = new Rows(this.#database, this.#recent)
    const chains = new Chains(this.#database, this.#recent)
    this.#values = new Values(this.#database, { chains, serde: this.serde })
    this.#pending = new PendingWrites(this.#database, { ...options, values: this.#values, rows: this.#rows })
    this.#waiting = new WaitingWrites((all) => this.#transact(() => this.#pending.writeAll(all)))
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const thread: unknown = config.configurable?.thread_id
    if (thread === undefined || thread === null) return undefined
    const place = placeOf(config)
    return this.#settled(place.thread, async () => {
      const row =
        place.cp === undefined
          ? this.#rows.newest(place.thread, place.ns)
          : this.#rows.find(place.thread, place.ns, place.cp)
      if (row === undefined) return undefined
      const tuple = await this.#tuple(row)
      return tuple
    })
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const where = {
      thread: z.coerce
        .string()
        .optional()
        .parse(config.configurable?.thread_id ?? undefined),
      ns: z
        .string()
        .optional()
        .parse(config.configurable?.checkpoint_ns ?? undefined),
      before: options.before === undefined ? undefined : getCheckpointId(options.before) || undefined,
    }
    const filter = Object.entries(options.filter ?? {}).filter(([, wanted]) => wanted !== undefined)
    let left = options.limit ?? Infinity
    const rows = await this.#settled(where.thread ?? 'any', async () => this.#rows.list(where))
    for (const row of rows) {
      if (left <= 0) return
      const tuple = await this.#settled(row.thread, async () => {
        const metadata: Record<string, unknown> = { ...(await this.#metadata(row)) }
        return filter.every(([key, wanted]) => isEqualJson(metadata[key], wanted)) ? this.#tuple(row) : undefined
      })
      if (tuple === undefined) continue
      left -= 1
      yield tuple
    }
  }

  override async put(...given: Parameters<BaseCheckpointSaver['put']>): Promise<RunnableConfig> {
    return this.#put(given, false)
  }

  /** Stores a checkpoint in the place of all that a thread had, in one transaction. */
  async replaceThread(...given: Parameters<BaseCheckpointSaver['put']>): Promise<void> {
    this.storeNow()
    await this.#put(given, true)
  }

  async #put(given: Parameters<BaseCheckpointSaver['put']>, replaces: boolean): Promise<RunnableConfig> {
    const [config, checkpoint, metadata, newVersions] = given
    const place = placeOf(config)
    const input: PutInput = { place, config, checkpoint, metadata, newVersions, replaces }
    return this.#guard(place.thread, async () => {
      // Another process may change the parent between reading and writing; then the differences are worked out once more.
      for (let attempt = 0; attempt < 5; attempt += 1) {
        if (await this.#tryPut(input, attempt)) return configOf({ ...place, cp: checkpoint.id })
      }
      throw new AppError('storage', inEnglish('another process keeps changing the same checkpoint'))
    })
  }

  override async putWrites(...given: Parameters<BaseCheckpointSaver['putWrites']>): Promise<void> {
    const [config, writes, taskId, path = ''] = given
    const { thread, ns, cp } = placeOf(config)
    if (cp === undefined)
      throw new AppError('bad-input', inEnglish('Pending writes need a checkpoint_id in configurable.'))
    await this.#guard(thread, async () => {
      const packed = this.#values.packAll(writes.map(([, value]) => value))
      const task = { thread, ns, cp, task: taskId, path, writes }
      // Without a wait where there is no need for one: the checkpoint that follows is on its way.
      await this.#waiting.add({ ...task, packed: packed instanceof Promise ? await packed : packed })
    })
  }

  /** Stores what tasks have written and no checkpoint follows yet, before something else is written that tells of it. */
  storeNow(): void {
    this.#waiting.storeNow()
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.#settled(threadId, async () => this.#forget(threadId))
  }

  #forget(threadId: string): void {
    deleteThread(this.#database, threadId)
    this.#recent.clear()
  }

  /** Forgets what calls of a thread keep of themselves while they run, such as flows that are tools. */
  async deleteCalls(threadId: string): Promise<void> {
    await this.#settled(threadId, async () => {
      if (this.#deleteCalls(threadId)) this.#recent.clear()
    })
  }

  /** The checkpoints of a thread, newest first, from the index columns alone: no value is read. */
  async timeline(threadId: string, options: TimelineOptions = {}): Promise<TimelineEntry[]> {
    return this.#settled(threadId, async () => readTimeline(this.#database, threadId, options))
  }

  /** Bytes of the file. */
  async sizeOnDisk(): Promise<number> {
    return this.#settled('any', async () => sizeOfFile(this.#database))
  }

  /** So many bytes are stored for a thread. */
  async sizeOf(threadId: string): Promise<number> {
    return this.#settled(threadId, async () => sizeOfThread(this.#database, threadId))
  }

  /** Every thread with its newest checkpoint, the most recently used first. */
  async threads(): Promise<ThreadEntry[]> {
    return this.#settled('any', async () => readThreads(this.#database))
  }

  /** Copies a thread, or its path up to one checkpoint, to a new thread; the two share nothing afterwards. */
  async copyThread(from: string, to: string, uptoCheckpointId?: string): Promise<void> {
    const options: CopyOptions = { from, to, upto: uptoCheckpointId }
    await this.#settled(from, async () => copyThread(this.#database, options))
  }

  /** Retention: of turns older than the newest few, only the last checkpoint stays; what nobody needs then leaves the disk. */
  async thin(options: ThinOptions): Promise<ThinResult> {
    return this.#settled(options.threadId, async () => {
      const result = thinThread(this.#database, options)
      this.#recent.clear()
      return result
    })
  }

  /** Gives freed pages back to the file system and empties the write-ahead log; the figures on disk are honest after it. */
  async reclaim(): Promise<void> {
    await this.#settled('any', async () => reclaim(this.#database))
  }

  close(): void {
    this.#recent.clear()
    if (!this.#database.open) return
    try {
      this.storeNow()
    } finally {
      this.#database.close()
    }
  }

  async #tryPut(input: PutInput, attempt: number): Promise<boolean> {
    const { thread, ns, cp } = input.place
    // From memory where it can be, because `#store` looks at the row in any case; the second time from the file.
    const recent = cp === undefined || attempt > 0 ? undefined : this.#recent.row(keyOf(thread, ns), cp)
    const parent = recent ?? (cp === undefined ? undefined : this.#rows.find(thread, ns, cp))
    const before = recent?.head ?? (parent === undefined ? EMPTY_HEAD : this.#rows.head({ ...parent, cp: cp ?? '' }))
    const prepared = this.#prepare(input, { parent, before })
    const ready = prepared instanceof Promise ? await prepared : prepared
    let remember: (() => void) | undefined
    const waiting = this.#waiting.take()
    this.#transact(() => {
      if (input.replaces) this.#forget(thread)
      remember = this.#store(input, ready)
      this.#pending.writeAll(waiting.all, remember === undefined ? undefined : input)
    })
    waiting.settle()
    remember?.()
    return remember !== undefined
  }

  /** Makes the changed values ready; without a promise unless the serializer is needed. */
  #prepare(input: PutInput, base: Pick<PreparedPut, 'parent' | 'before'>): PreparedPut | Promise<PreparedPut> {
    const { checkpoint, newVersions } = input
    const { parent, before } = base
    const changed = Object.entries(checkpoint.channel_values).filter(([channel]) => Object.hasOwn(newVersions, channel))
    const drafts = changed.map(([channel, value]): [string, Draft | Promise<Draft>] => {
      const ref = before.slots.get(channel)?.ref
      return [channel, this.#values.draft(value, { track: parent?.track, ref })]
    })
    const meta = isBareMetadata(input.metadata)
      ? undefined
      : (this.#values.packPlain(input.metadata) ?? this.#values.pack(input.metadata))
    const ready = new Map<string, Draft>()
    for (const [channel, draft] of drafts) if (!(draft instanceof Promise)) ready.set(channel, draft)
    if (ready.size === drafts.length && !(meta instanceof Promise)) return { parent, before, drafts: ready, meta }
    return (async () => {
      for (const [channel, draft] of drafts) ready.set(channel, await draft)
      return { parent, before, drafts: ready, meta: await meta }
    })()
  }

  /** Inside the transaction; returns what to remember after the commit, or undefined if the parent is not what it was. */
  #store(input: PutInput, prepared: PreparedPut): (() => void) | undefined {
    const { place, checkpoint, metadata } = input
    const { parent, before } = prepared
    const now = this.#current(place, parent)
    if (now?.n !== parent?.n || now?.rev !== parent?.rev) return undefined
    const track = now?.track ?? this.#rows.track(place.thread, place.ns)
    const after = this.#head(input, { prepared, track })
    const nodes = metadata.source === 'loop' && parent !== undefined ? this.#nodes(before, after) : []
    const turn = markOf(input, 'turn')
    const written = this.#rows.write(
      {
        track,
        cp: checkpoint.id,
        parent: now,
        parentCp: now === undefined ? (place.cp ?? null) : null,
        v: checkpoint.v,
        at: storedTime(checkpoint.ts),
        step: metadata.step ?? null,
        source: metadata.source ?? null,
        turn: turn === undefined ? (now?.turn ?? null) : JSON.stringify(turn),
        run: String(markOf(input, 'run_id') ?? '') || null,
        nodes: nodes.length === 0 ? null : JSON.stringify(nodes),
        meta: prepared.meta?.data ?? null,
        metaType: prepared.meta?.type ?? null,
      },
      { before, after },
    )
    if (place.cp !== undefined && this.#pending.isConsumedBy(input)) this.#pending.dropConsumed(track, place.cp)
    return () => {
      this.#recent.rememberPlace(track, keyOf(place.thread, place.ns))
      this.#recent.rememberHead(track, { ...written, cp: checkpoint.id, head: after })
      for (const [channel, draft] of prepared.drafts) this.#values.remember(track, draft, after.slots.get(channel)?.ref)
    }
  }

  #current({ thread, ns, cp }: CheckpointLocation, parent: Parent | undefined): BaseRow | undefined {
    if (cp === undefined) return undefined
    return parent === undefined ? this.#rows.find(thread, ns, cp) : this.#rows.base(parent.track, cp)
  }

  #head(input: PutInput, into: { prepared: PreparedPut; track: number }): Head {
    const { checkpoint, newVersions } = input
    const slots = new Map<string, Slot>()
    for (const [channel, version] of Object.entries(checkpoint.channel_versions)) {
      const draft = into.prepared.drafts.get(channel)
      const before = into.prepared.before.slots.get(channel)
      if (draft !== undefined) slots.set(channel, { version, ref: this.#values.write(into.track, draft) })
      else if (Object.hasOwn(newVersions, channel)) slots.set(channel, { version, ref: undefined })
      else if (before?.version === version) slots.set(channel, before)
      else slots.set(channel, this.#twin(input, channel) ?? { version, ref: undefined })
    }
    const seen = Object.entries(checkpoint.versions_seen).map(
      ([node, versions]) => [node, new Map(Object.entries(versions))] as const,
    )
    return { slots, seen: new Map(seen) }
  }

  /** A value that the caller calls stored though the parent has another: LangGraph copies checkpoints to a sibling in that way. */
  #twin(input: PutInput, channel: string): Slot | undefined {
    const { place, checkpoint } = input
    if (!Object.hasOwn(checkpoint.channel_values, channel)) return undefined
    for (const row of this.#rows.list({ thread: place.thread, ns: place.ns })) {
      const slot = this.#rows.head(row).slots.get(channel)
      if (slot?.ref === undefined || slot.version !== checkpoint.channel_versions[channel]) continue
      if (this.#values.isStored(row.track, slot.ref, checkpoint.channel_values[channel])) return slot
    }
    return undefined
  }

  #nodes(before: Head, after: Head): string[] {
    const sends = before.slots.get(TASKS)?.ref
    return [
      ...new Set([...nodesThatRan(before, after), ...(sends === undefined ? [] : this.#values.sendTargets(sends))]),
    ]
  }

  async #tuple(row: CheckpointRow): Promise<CheckpointTuple> {
    const head = this.#rows.head(row)
    this.#recent.rememberHead(row.track, { n: row.n, cp: row.cp, rev: row.rev, head })
    const values: [string, unknown][] = []
    for (const [channel, { ref }] of head.slots) {
      if (ref !== undefined) values.push([channel, await this.#values.read(row.track, ref)])
    }
    const checkpoint: Checkpoint = {
      v: row.v,
      id: row.cp,
      ts: typeof row.at === 'number' ? new Date(row.at).toISOString() : row.at,
      channel_values: Object.fromEntries(values),
      channel_versions: Object.fromEntries([...head.slots].map(([channel, { version }]) => [channel, version])),
      versions_seen: Object.fromEntries([...head.seen].map(([node, versions]) => [node, Object.fromEntries(versions)])),
    }
    const parent = this.#rows.parentId(row)
    if (row.v < 4 && parent !== undefined)
      addSends(checkpoint, await this.#pending.sends(row.track, parent), this.getNextVersion(undefined))
    return {
      config: configOf({ thread: row.thread, ns: row.ns, cp: row.cp }),
      checkpoint,
      metadata: await this.#metadata(row),
      ...(parent !== undefined && { parentConfig: configOf({ thread: row.thread, ns: row.ns, cp: parent }) }),
      pendingWrites: await this.#pending.read(row.track, row.cp),
    }
  }

  async #metadata(row: CheckpointRow): Promise<CheckpointMetadata> {
    const bare = { source: row.source, step: row.step, parents: {} }
    const metadata = row.meta === null ? bare : await this.#values.unpack({ type: row.metaType ?? '', data: row.meta })
    // What was put comes back; LangGraph's own type is all that is known of it.
    return metadata as CheckpointMetadata
  }

  /** For whoever reads or takes away, who sees all that was written. */
  async #settled<Result>(thread: string, action: () => Promise<Result>): Promise<Result> {
    return this.#guard(thread, () => {
      this.storeNow()
      return action()
    })
  }

  async #guard<Result>(thread: string, action: () => Promise<Result>): Promise<Result> {
    try {
      return await action()
    } catch (cause) {
      throw errorOfThread({ thread, file: this.#file }, cause)
    }
  }
}
