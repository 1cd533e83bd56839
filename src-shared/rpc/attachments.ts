/** What the app asks and is told of attachments: what is to be attached to a message, and what a flow's servers have for it. */
import { z } from 'zod'
import { sourceStateSchema } from './tools'

/** Characters of one text that a person attaches; all of one message together may have ten times as many. */
export const MOST_ATTACHED_TEXT = 2_000_000

const id = z.string().min(1).max(512)

/** Base64 of the largest picture, and some room, so that the core says itself what is wrong with a larger one. */
const LONGEST_BASE64 = 12_000_000

const name = z.string().trim().min(1).max(200)

const askedPictureSchema = z.object({ name, base64: z.string().max(LONGEST_BASE64) })
export type AskedPicture = z.infer<typeof askedPictureSchema>

/** A resource of a server in the flow, or a text or a picture of the person's own. What a picture is, its bytes say. */
export const askedAttachmentSchema = z.union([
  z.object({ node: id, uri: z.string().min(1).max(8000) }),
  z.object({
    name,
    mimeType: z.string().trim().min(1).max(200).default('text/plain'),
    text: z.string().max(MOST_ATTACHED_TEXT),
  }),
  askedPictureSchema,
])
export type AskedAttachment = z.infer<typeof askedAttachmentSchema>

/** The flow as it is saved. `connect`: its servers may be started and contacted, as far as that was allowed; `node`: only this one. */
export const resourcesOfInputSchema = z.object({
  flowId: id,
  connect: z.boolean().default(false),
  node: id.nullable().default(null),
})

/** Something that a server has; `size` in bytes, where it says that. Texts are the server's own words; titles and types may be empty. */
const listedResourceSchema = z.object({
  uri: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  mimeType: z.string(),
  size: z.number().nullable(),
})
export type ListedResource = z.infer<typeof listedResourceSchema>

/** A server that somebody in the flow uses, and what it is known to have. */
const resourceServerSchema = sourceStateSchema
  .omit({ tools: true })
  .extend({ resources: z.array(listedResourceSchema) })
export type ResourceServer = z.infer<typeof resourceServerSchema>

export const resourcesSchema = z.object({ servers: z.array(resourceServerSchema) })
