/** What is told of the app itself: what changed in its library, and what it can do. */
import { z } from 'zod'

/** What changed in the library, for lists in other windows. */
export const libraryChangeSchema = z.object({
  what: z.enum(['flow', 'thread', 'breakpoints', 'connections', 'secrets', 'preferences']),
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
