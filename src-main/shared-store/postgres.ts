/** What the processes share, in Postgres: leases, rows of threads, contents and transcripts; every write to a thread carries the number of its lease. */
import pg from 'pg'
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { joined } from './joined'
import type { Content, StoredRow } from './rows'

/** Numbered steps; one that was released is never edited. */
const STEPS: readonly string[] = [
  `
  CREATE SEQUENCE baton_blocks;
  CREATE TABLE baton_threads (
    id text PRIMARY KEY,
    holder text,                 -- the process that may write; null: none
    fence bigint NOT NULL,       -- one more with each holder
    until timestamptz NOT NULL,  -- when the lease ends, unless it is renewed
    version bigint NOT NULL      -- one more with each write
  );
  CREATE TABLE baton_rows (
    thread text NOT NULL REFERENCES baton_threads (id) ON DELETE CASCADE,
    tbl text NOT NULL,
    key text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (thread, tbl, key)
  );
  CREATE TABLE baton_contents (
    tbl text NOT NULL,
    hash text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (tbl, hash)
  );
  CREATE TABLE baton_transcripts (
    key text NOT NULL,
    thread text NOT NULL,
    turns integer NOT NULL,
    kept_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (key, thread)
  );
  `,
  // Under another name, so that a process of an older build, which knows no versions of rows, cannot write beside newer ones.
  `
  ALTER TABLE baton_rows RENAME TO baton_thread_rows;
  ALTER TABLE baton_thread_rows
    ALTER COLUMN body DROP NOT NULL, -- null: the row was removed
    ADD COLUMN version bigint NOT NULL DEFAULT 0; -- that of the thread when it was written
  CREATE INDEX baton_thread_rows_since ON baton_thread_rows (thread, version);
  `,
  `
  ALTER TABLE baton_threads
    -- How many had the lease since a turn was asked for that is not known to be over; 0: there is none.
    ADD COLUMN open_turns integer NOT NULL DEFAULT 0,
    ADD COLUMN unheard text; -- the newest run, where another process brought it to its end and nobody got the answer
  CREATE INDEX baton_threads_open ON baton_threads (id) WHERE open_turns > 0;
  `,
]

/** 'Batn': who has this advisory lock may change the schema. */
const SCHEMA_LOCK = 0x4261746e

/** So many versions of a thread back it is known which rows were removed; who is further behind loads all rows. */
export const KNOWN_VERSIONS = 500n

/** `block`: numbers for new rows, behind all that were given out before, where the thread has another version than is known. */
export type Lease = {
  fence: string
  version: string
  block: number | null
  /** Whoever had it before was cut off in a turn. */
  wasCut: boolean
  /** The run whose answer nobody got. */
  unheard: string | null
}
/** What a lease is taken for: `look` begins and ends no turn. */
export type LeasePurpose = 'turn' | 'look'
/** Where a write belongs: refused unless this lease is still the thread's. */
export type HeldThread = { id: string; holder: string; fence: string }

/** `isLast`: the lease ends with it; `keepsOpen`: not so the turn that was asked for, which another process may go on with. */
export type Shipment = { rows: readonly StoredRow[]; isLast: boolean; keepsOpen: boolean }

export type TranscriptRow = { thread: string; turns: number }

export type SharedDatabase = ReturnType<typeof operations>

/** Opens the database and brings its schema up to date; of several processes that start, one does so and the others wait. */
export async function openSharedDatabase(url: string, leaseMs: number): Promise<SharedDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 8, connectionTimeoutMillis: 10_000, keepAlive: true })
  // A connection that broke while nobody used it is made anew by the pool.
  pool.on('error', () => undefined)
  try {
    await migrate(pool)
    // Those of conversations that nobody went on with.
    await pool.query("DELETE FROM baton_transcripts WHERE kept_at < now() - interval '30 days'").catch(() => undefined)
    return operations(pool, leaseMs)
  } catch (cause) {
    await pool.end()
    throw cause instanceof AppError ? cause : unreachable(cause)
  }
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await client.query('CREATE TABLE IF NOT EXISTS baton_schema (step integer PRIMARY KEY)')
    const { rows } = await client.query('SELECT coalesce(max(step), 0) AS step FROM baton_schema')
    const [{ step: newest }] = z.tuple([z.object({ step: z.int() })]).parse(rows)
    if (newest > STEPS.length)
      throw new AppError(
        'storage',
        inEnglish(
          `A newer Baton wrote this Postgres database (schema ${newest}, this one knows ${STEPS.length}). Update Baton, or give it another database.`,
        ),
      )
    for (const [index, sql] of STEPS.entries()) {
      if (index < newest) continue
      await client.query(sql)
      await client.query('INSERT INTO baton_schema VALUES ($1)', [index + 1])
    }
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw cause
  } finally {
    client.release()
  }
}

/**
 * How long after its start Postgres gives no lease to others that its holder could not renew while it was away: the holder may have results of calls
 * that acted, which it sends first.
 */
const GRACE = "interval '2 s'"

/** Whether a lease, of `of`, may be given to somebody else. `lease`: how long a lease is, in ms. */
const isFree = (of: string, lease: string) => `(${of}holder IS NULL OR ${of}until < clock_timestamp()
    AND (${of}until - ${lease} * interval '1 ms' > pg_postmaster_start_time() OR clock_timestamp() > pg_postmaster_start_time() + ${GRACE}))`

const TAKE = `
  INSERT INTO baton_threads AS held (id, holder, fence, until, version, open_turns)
  VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 ms', 0, $5)
  ON CONFLICT (id) DO UPDATE SET holder = $2, fence = held.fence + 1, until = clock_timestamp() + $3 * interval '1 ms',
    open_turns = held.open_turns + $5
  WHERE ${isFree('held.', '$3')}
  RETURNING fence::text AS fence, version::text AS version, open_turns > $5 AS "wasCut", unheard,
    CASE WHEN held.version = 0 OR held.version::text = $4 THEN NULL ELSE nextval('baton_blocks')::text END AS block`

const BEGIN = `
  INSERT INTO baton_threads (id, holder, fence, until, version)
  VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 ms', 0)
  ON CONFLICT (id) DO NOTHING
  RETURNING fence::text AS fence, version::text AS version, NULL AS block, false AS "wasCut", NULL AS unheard`

/** A turn that so many processes were cut off in is left until its message comes again: it may be what ends them. */
const MOST_CUT = 3

const CUT_OFF = `
  SELECT id FROM baton_threads
  WHERE open_turns BETWEEN 1 AND ${MOST_CUT} AND ${isFree('', '$2')} ORDER BY until LIMIT $1`

/**
 * One statement is one transaction, for one thread or for several: of each the lease is looked at, prolonged or ended, and its rows go in, or
 * nothing of it happens.
 */
const SHIP = `
  WITH own AS (
    SELECT * FROM unnest($2::text[], $3::bigint[], $4::boolean[], $5::boolean[], $11::boolean[])
      AS one (id, fence, has_rows, is_last, keeps_open)
  ), held AS (
    UPDATE baton_threads AS known SET version = known.version + CASE WHEN own.has_rows THEN 1 ELSE 0 END,
      until = clock_timestamp() + $10 * interval '1 ms', holder = CASE WHEN own.is_last THEN NULL ELSE known.holder END,
      open_turns = CASE WHEN own.is_last AND NOT own.keeps_open THEN 0 ELSE known.open_turns END
    FROM own WHERE known.id = own.id AND known.holder = $1 AND known.fence = own.fence
    RETURNING known.id AS thread, known.version
  ), given AS (
    SELECT held.thread, held.version, one.tbl, one.key, one.body
    FROM unnest($6::text[], $7::text[], $8::text[], $9::bytea[]) AS one (thread, tbl, key, body) JOIN held USING (thread)
  ), gone AS (
    UPDATE baton_thread_rows AS known SET body = NULL, version = given.version FROM given
    WHERE known.thread = given.thread AND known.tbl = given.tbl AND known.key = given.key AND given.body IS NULL
  ), put AS (
    INSERT INTO baton_thread_rows (thread, tbl, key, body, version)
    SELECT thread, tbl, key, body, version FROM given WHERE body IS NOT NULL
    ON CONFLICT (thread, tbl, key) DO UPDATE SET body = excluded.body, version = excluded.version
  ) SELECT thread, version::text AS version FROM held`

const ROWS = `
  SELECT tbl AS table, key, body FROM baton_thread_rows
  WHERE thread = $1 AND version > $2 AND (body IS NOT NULL OR $2 >= 0)`

const FORGET_REMOVED = 'DELETE FROM baton_thread_rows WHERE thread = $1 AND body IS NULL AND version <= $2'

const storedRows = z.array(z.object({ table: z.string(), key: z.string(), body: z.instanceof(Buffer).nullable() }))
const leaseRows = z.array(
  z.object({
    fence: z.string(),
    version: z.string(),
    block: z.coerce.number().nullable(),
    wasCut: z.boolean(),
    unheard: z.string().nullable(),
  }),
)

/** The least that anything that carries rows or contents may take. */
const ROWS_MS = 10_000

type Query = (name: string, text: string, given?: readonly unknown[]) => Promise<unknown[]>

/** A connection that answers nothing for so long is thrown away. */
function queryWithin(pool: pg.Pool, limitMs: number): Query {
  return async (name, text, given = []) => {
    try {
      const asked = { name: `baton_${name}`, text, values: [...given], query_timeout: limitMs }
      const { rows } = await pool.query<Record<string, unknown>>(asked)
      return rows
    } catch (cause) {
      throw unreachable(cause)
    }
  }
}

function operations(pool: pg.Pool, leaseMs: number) {
  const query = queryWithin(pool, Math.max(ROWS_MS, leaseMs))
  /** What moves no rows: there is time to ask again within the lease. */
  const askSoon = queryWithin(pool, Math.max(1000, leaseMs / 3))
  /** Now and then; nobody waits for it, and it can be done at any later time. */
  const forgetRemoved = (thread: string, version: bigint) => {
    if (version % KNOWN_VERSIONS !== 0n) return
    query('forget_removed', FORGET_REMOVED, [thread, String(version - KNOWN_VERSIONS)]).catch(() => undefined)
  }
  const shipBy = (ask: Query) => (all: readonly ShippedThread[]) => shipTogether(ask, all, leaseMs)
  // Rows get at least the whole lease: rows that are sent again under the same lease could be overtaken by the first ones.
  const laden = joined(shipBy(query), LADEN_AT_ONCE)
  const bare = joined(shipBy(askSoon), BARE_AT_ONCE)
  return {
    /** The lease of a thread, made where the thread is new; null: another process has it. */
    async take(id: string, { holder, known, purpose }: TakeRequest): Promise<Lease | null> {
      const given = [id, holder, leaseMs, known ?? '', purpose === 'turn' ? 1 : 0]
      return leaseRows.parse(await askSoon('take', TAKE, given))[0] ?? null
    },
    /** The same for a thread that nobody can have yet; null: somebody has. */
    async begin(id: string, holder: string): Promise<Lease | null> {
      return leaseRows.parse(await askSoon('begin', BEGIN, [id, holder, leaseMs]))[0] ?? null
    },
    /** The thread's version after the write; null: the lease is lost, and nothing was written. */
    async ship(thread: HeldThread, shipment: Shipment): Promise<string | null> {
      const lane = shipment.rows.length === 0 ? bare : laden
      const version = await lane({ ...thread, ...shipment })
      if (shipment.rows.length > 0 && version !== null) forgetRemoved(thread.id, BigInt(version))
      return version
    },
    /** All rows of a thread, or those that were written or removed since a version. */
    async rows(thread: string, since: string | null): Promise<StoredRow[]> {
      return storedRows.parse(await query('rows', ROWS, [thread, since ?? '-1']))
    },
    async keepContent({ table, hash, body }: Content): Promise<void> {
      await query('keep', 'INSERT INTO baton_contents VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [table, hash, body])
    },
    async content(table: Content['table'], hash: string): Promise<Content> {
      const found = await query('content', 'SELECT body FROM baton_contents WHERE tbl = $1 AND hash = $2', [
        table,
        hash,
      ])
      const [row] = z.array(z.object({ body: z.instanceof(Buffer) })).parse(found)
      if (row === undefined)
        throw new AppError('storage', inEnglish(`Postgres lacks the ${table} ${hash} that a thread refers to.`))
      return { table, hash, body: row.body }
    },
    /** A block of numbers that nobody else has, behind all that were given out before. */
    async block(): Promise<number> {
      const found = await query('block', "SELECT nextval('baton_blocks')::text AS block")
      return z.tuple([z.object({ block: z.coerce.number() })]).parse(found)[0].block
    },
    ...cutOffTurns(askSoon, leaseMs),
    ...transcripts(query),
    close: () => pool.end(),
  }
}

/** Turns whose process is gone. */
function cutOffTurns(ask: Query, leaseMs: number) {
  return {
    /** Threads whose process was cut off in a turn, so many at most, those that stand longest first. */
    async cutOff(most: number): Promise<string[]> {
      const found = await ask('cut_off', CUT_OFF, [most, leaseMs])
      return z
        .array(z.object({ id: z.string() }))
        .parse(found)
        .map(({ id }) => id)
    },
    /** Notes the run whose answer nobody got. Nothing, where the lease was lost. */
    async noteUnheard({ id, holder, fence }: HeldThread, run: string): Promise<void> {
      const text = 'UPDATE baton_threads SET unheard = $4 WHERE id = $1 AND holder = $2 AND fence = $3'
      await ask('unheard', text, [id, holder, fence, run])
    },
    /** Somebody has that run's answer now. */
    async noteHeard(id: string, run: string): Promise<void> {
      await ask('heard', 'UPDATE baton_threads SET unheard = NULL WHERE id = $1 AND unheard = $2', [id, run])
    },
  }
}

function transcripts(query: Query) {
  return {
    async keepTranscript(key: string, { thread, turns }: TranscriptRow): Promise<void> {
      await query(
        'keep_transcript',
        `INSERT INTO baton_transcripts (key, thread, turns) VALUES ($1, $2, $3)
         ON CONFLICT (key, thread) DO UPDATE SET turns = excluded.turns, kept_at = now()`,
        [key, thread, turns],
      )
    },
    /** The newest place of this key, which nobody else gets until it is kept again. */
    async takeTranscript(key: string): Promise<TranscriptRow | null> {
      const found = await query(
        'take_transcript',
        `DELETE FROM baton_transcripts WHERE (key, thread) = (SELECT key, thread FROM baton_transcripts WHERE key = $1
           ORDER BY kept_at DESC LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING thread, turns`,
        [key],
      )
      return z.array(z.object({ thread: z.string(), turns: z.int() })).parse(found)[0] ?? null
    },
  }
}

type ShippedThread = HeldThread & Shipment
/** `known`: the version of the copy here. */
type TakeRequest = { holder: string; known: string | null; purpose: LeasePurpose }

/** So many statements are on their way at once; what comes meanwhile goes together with the next. */
const LADEN_AT_ONCE = 3
const BARE_AT_ONCE = 2

/** The versions of all threads by their ids; one whose lease is lost is not among them. All are of one process. */
async function shipTogether(
  ask: Query,
  all: readonly ShippedThread[],
  leaseMs: number,
): Promise<(thread: ShippedThread) => string | null> {
  const rows = all.flatMap(({ id, rows: own }) => own.map((row) => ({ id, ...row })))
  const found = await ask('ship', SHIP, [
    all[0]?.holder,
    all.map(({ id }) => id),
    all.map(({ fence }) => fence),
    all.map(({ rows: own }) => own.length > 0),
    all.map(({ isLast }) => isLast),
    rows.map(({ id }) => id),
    rows.map(({ table }) => table),
    rows.map(({ key }) => key),
    rows.map(({ body }) => body),
    leaseMs,
    all.map(({ keepsOpen }) => keepsOpen),
  ])
  const shipped = z.array(z.object({ thread: z.string(), version: z.string() })).parse(found)
  const versions = new Map(shipped.map(({ thread, version }) => [thread, version]))
  return ({ id }) => versions.get(id) ?? null
}

/** The words of the driver, in which the address may stand, are cut to the first line; a password never stands in them. */
function unreachable(cause: unknown): AppError {
  const words = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause)
  return new AppError(
    'unavailable',
    inEnglish(
      `The Postgres database could not be used: ${words.replace(/postgres(?:ql)?:\/\/\S+/gi, 'the database')}. Check that it runs and that --database is right, then send it again.`,
    ),
    { answer: 503, retryAfter: 2 },
  )
}
