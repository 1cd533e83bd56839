/** What is told of the app itself: what changed in its library, what it can do, and what the person prefers. */
import { z } from 'zod'
import { INTERFACE_LANGUAGES } from '../languages/language'

/** What changed in the library, for lists in other windows. */
export const libraryChangeSchema = z.object({
  what: z.enum(['flow', 'thread', 'breakpoints', 'tests', 'connections', 'secrets', 'preferences']),
  id: z.string().nullable(),
  flowId: z.string().nullable(),
  revision: z.number().int().nullable(),
})
export type LibraryChange = z.infer<typeof libraryChangeSchema>

export const infoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web', 'cli']),
  dataDir: z.string(),
  /** Nothing but this machine is reached. */
  isOffline: z.boolean(),
  can: z.object({
    /** Native open and save dialogs. */
    dialogs: z.boolean(),
    /** Keys are protected by the system's key store. */
    secureSecrets: z.boolean(),
  }),
})
export type Info = z.infer<typeof infoSchema>

/** What the person prefers; unknown keys are kept for newer versions. */
export const preferencesSchema = z.looseObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** What the interface is shown in; what models are told is a flow's own (`settings.language`). */
  interfaceLanguage: z.enum(['system', ...INTERFACE_LANGUAGES]).default('system'),
  /** Sizes of the docks in px, open or closed. */
  layout: z.record(z.string(), z.json()).default({}),
  lastFlow: z.string().nullable().default(null),
  /** How many of a thread's newest turns keep every step; null: all of them. */
  keepStepsOfTurns: z.number().int().min(1).nullable().default(50),
  /** Baton asks the address of its releases which version is the newest. */
  looksForVersions: z.boolean().default(false),
  /** A newer version that the person was told of and did not want to hear of again. */
  dismissedVersion: z.string().nullable().default(null),
  /** Pictures in answers are shown from these hosts without asking, as `example.com` or `localhost:8188`. */
  pictureHosts: z.array(z.string().max(300)).max(300).default([]),
})
export type Preferences = z.infer<typeof preferencesSchema>
