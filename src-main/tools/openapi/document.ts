/** What an OpenAPI document becomes: operations that can be offered as tools, each with all that its request needs. Plain data. */
import type { JsonObject } from '../../../src-shared/flow/records'
import { type Message } from '../../../src-shared/languages/translate'

export type OpenApiDocument = {
  readonly title: string
  readonly version: string
  /** As the document writes them, variables filled with their defaults; relative ones stay relative. */
  readonly servers: readonly string[]
  readonly operations: readonly OpenApiOperation[]
  /** What could not be used, in words for a person; empty when all is well. */
  readonly notes: readonly Message[]
}

export type OpenApiOperation = {
  /** The tool's name: unique in the document, letters, digits, `_` and `-`, at most 64. */
  readonly name: string
  readonly operationId: string | null
  /** In capitals. */
  readonly method: string
  /** With its placeholders, as the document writes it. */
  readonly path: string
  readonly description: string
  /** JSON schema of type object: one property for each field and for what the body holds. */
  readonly parameters: JsonObject
  readonly tags: readonly string[]
  readonly deprecated: boolean
  /** The servers of this operation, its path or its document, whichever is nearest. */
  readonly servers: readonly string[]
  readonly fields: readonly ParameterField[]
  readonly body: OpenApiBody | null
  /** Where the document wants a key to be sent; null when it does not say. */
  readonly key: KeyPlace | null
}

export type Style = 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject'

/** How a value is written into a path, a query, a header or a form. */
export type ParameterStyle = {
  readonly style: Style
  readonly explode: boolean
  readonly allowReserved: boolean
  /** The value is written as JSON instead. */
  readonly isJson: boolean
}

export type ParameterPlace = 'path' | 'query' | 'header'

export type ParameterField = {
  /** The property of the tool's schema. */
  readonly key: string
  /** The name in the request. */
  readonly name: string
  readonly place: ParameterPlace
  readonly required: boolean
  readonly writing: ParameterStyle
}

export type BodyFormat = 'json' | 'form' | 'multipart' | 'text' | 'bytes'

export type OpenApiBody = {
  readonly contentType: string
  readonly format: BodyFormat
  readonly required: boolean
  /** The one property that holds the whole body; null when its fields stand among the tool's own properties. */
  readonly key: string | null
  /** The body's fields: how each is called in the tool and in the request. Of forms also when there is one key. */
  readonly fields: readonly BodyField[]
  /** Arguments that the schema does not name belong to the body. */
  readonly takesMore: boolean
}

export type BodyField = {
  readonly key: string
  readonly name: string
  /** A file of a multipart form. */
  readonly isFile: boolean
  /** How a form writes it when the document says; null for the usual way. */
  readonly writing: ParameterStyle | null
  readonly contentType: string | null
}

/** Where a key is sent; `bearer` and `basic` are the two forms of the Authorization header. */
export type KeyPlace =
  | { readonly in: 'bearer' }
  | { readonly in: 'basic' }
  | { readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
