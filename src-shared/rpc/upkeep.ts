/** What is told of this installation: reports of crashes, which stay on this computer, and whether there is a newer version. */
import { z } from 'zod'
import { method } from './define'

/** What ended: a program of Baton, or a window; `fault`: an error after which Baton went on. */
const CRASH_SOURCES = ['desktop', 'web', 'command', 'window', 'fault'] as const
export type CrashSource = (typeof CRASH_SOURCES)[number]

/** `isNew`: something ended, and the person was not told of it yet. `at`: ISO 8601. */
const crashReportSchema = z.object({
  id: z.string(),
  at: z.string(),
  source: z.enum(CRASH_SOURCES),
  isNew: z.boolean(),
})
export type CrashReport = z.infer<typeof crashReportSchema>

/**
 * `no-address`: this build names no address of releases; `off`: the person has not switched it on; `offline`: this process reaches nothing but this machine. In
 * these nobody is asked. `host`: who is asked, or would be. `version` and `page`: of a newer one.
 */
const newVersionSchema = z.object({
  state: z.enum(['no-address', 'off', 'offline', 'failed', 'newest', 'newer']),
  host: z.string().nullable(),
  version: z.string().nullable(),
  page: z.string().nullable(),
})
export type NewVersion = z.infer<typeof newVersionSchema>

const id = z.string().min(1).max(128)
const done = z.object({})

export const upkeepMethods = {
  /** Reports of crashes, the newest first. */
  'crashes.list': method({ input: z.object({}), output: z.array(crashReportSchema) }),
  /** The text of one, as the person may send it; `not-found` where it is gone. */
  'crashes.read': method({ input: z.object({ id }), output: z.object({ text: z.string() }) }),
  /** The person was told of this one and of all before it. */
  'crashes.seen': method({ input: z.object({ id }), output: done }),
  'crashes.remove': method({ input: z.object({ id }), output: done }),
  /** An error of the interface that nobody caught. `isEnd`: the error screen is all that is left of the page. */
  'crashes.note': method({
    input: z.object({
      isEnd: z.boolean(),
      name: z.string().max(200),
      message: z.string().max(20_000),
      stack: z.string().max(100_000),
    }),
    output: done,
  }),
  /** Asks for the newest version, where the person has switched that on. Nothing is downloaded or installed. */
  'updates.look': method({ input: z.object({}), output: newVersionSchema }),
} as const
