/** What is known of models without asking: what their servers said of them, kept in the library, and the table that comes with Baton. */
import {
  knownFigures,
  modelFiguresSchema,
  modelTableSchema,
  NO_FIGURES,
  rowOf,
  type ModelFigures,
  type ModelRow,
  type Price,
} from '../../src-shared/providers/model-figures'
import { cleanBaseUrl, hostOf } from '../models/base-url'
import type { ListedModel } from '../models/listing'
import type { Change, KnownOf, LessonPlace } from '../models/wire/dialects'
import { write, type LibraryDatabase } from '../store/database'
import { connectionName } from './lessons'

export type ModelFacts = {
  /** By its server and by the table; nobody is asked. */
  readonly of: (place: LessonPlace) => { server: ModelFigures; row: ModelRow | null }
  /** What of it counts for the form of requests. The table is not believed about images: a model that sees would never be shown any. */
  readonly known: KnownOf
  readonly priceOf: (place: LessonPlace) => Price | null
  /** Takes in a list in the place of the one before. */
  readonly keep: (connection: string, address: string, models: readonly ListedModel[]) => void
  /** Everything about a connection; with an address, about all but that. */
  readonly forget: (connection: string, but?: string) => void
}

/** More models than any server lists. */
const MOST_MODELS = 5000

/** The table in `resources/models.json`; the build puts its text into the program. */
export function loadModelTable() {
  const files = import.meta.glob<string>('../../resources/models.json', {
    eager: true,
    query: '?raw',
    import: 'default',
  })
  return modelTableSchema.parse(JSON.parse(Object.values(files)[0] ?? ''))
}

export function createModelFacts(db: LibraryDatabase, table = loadModelTable()): ModelFacts {
  const one = db
    .prepare<[string, string, string], string>(
      'SELECT figures FROM server_models WHERE connection = ? AND address = ? AND model = ?',
    )
    .pluck()
  const put = db.prepare<[string, string, string, string]>(
    'INSERT OR REPLACE INTO server_models (connection, address, model, figures) VALUES (?, ?, ?, ?)',
  )
  const removeAt = db.prepare<[string, string]>('DELETE FROM server_models WHERE connection = ? AND address = ?')
  const removeBut = db.prepare<[string, string]>('DELETE FROM server_models WHERE connection = ? AND address <> ?')
  const said = ({ connection, baseUrl, model }: LessonPlace): ModelFigures => {
    const text = one.get(connectionName(connection), baseUrl, model)
    const read = modelFiguresSchema.safeParse(text === undefined ? null : JSON.parse(text))
    return read.success ? read.data : NO_FIGURES
  }
  const of: ModelFacts['of'] = (place) => ({
    server: said(place),
    row: rowOf(table, hostOf(cleanBaseUrl(place.baseUrl)), place.model),
  })
  return {
    of,
    known(place): Change {
      const { server, row } = of(place)
      const { contextTokens } = knownFigures({ own: NO_FIGURES, server, row })
      return {
        ...(contextTokens === null ? {} : { contextTokens: contextTokens.value }),
        ...(server.images === false ? { pictures: 0 } : {}),
      }
    },
    priceOf: (place) => knownFigures({ own: NO_FIGURES, ...of(place) }).price?.value ?? null,
    keep(connection, address, models) {
      const key = connectionName(connection)
      const telling = models.filter(({ figures }) => Object.values(figures).some((figure) => figure !== null))
      write(db, () => {
        removeAt.run(key, address)
        for (const { id, figures } of telling.slice(0, MOST_MODELS)) put.run(key, address, id, JSON.stringify(figures))
      })
    },
    // No address is empty.
    forget: (connection, but = '') => void write(db, () => removeBut.run(connectionName(connection), but)),
  }
}
