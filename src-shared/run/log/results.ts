/** What a tool gave that is kept whole beside the log: the log, the state and the events hold a part of it or a note. */
import { z } from 'zod'

/** Pixels of a picture. */
export const pictureSizeSchema = z.object({ width: z.number().int().positive(), height: z.number().int().positive() })
export type PictureSize = z.infer<typeof pictureSizeSchema>

/** A result in the store: `size` in bytes, `name` as the tool gave it. `picture`: its pixels, where it is one that models can be shown. */
export const keptResultSchema = z.object({
  id: z.string(),
  mimeType: z.string(),
  size: z.number().int(),
  name: z.string().nullable(),
  picture: pictureSizeSchema.exactOptional(),
})
export type KeptResult = z.infer<typeof keptResultSchema>

/** Whether what is kept under a media type is text; anything else is bytes. */
export function isTextType(mimeType: string): boolean {
  return /^text\/|^application\/(.+\+)?json$/.test(mimeType)
}

/** Whether a media type is an image that every browser shows. */
export function isImageType(mimeType: string): boolean {
  return /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)$/.test(mimeType)
}
