/** What is known of models without asking: what their servers said of them, kept in the library, and the table that comes with Baton. */
import {
  figuresOfRow,
  knownFigures,
  modelFiguresSchema,
  NO_FIGURES,
  rowOf,
  type FigureSources,
  type ModelFigures,
  type ModelTable,
  type Price,
} from '../../src-shared/providers/model-figures'
import { cleanBaseUrl, hostOf } from '../models/base-url'
import type { ListedModel } from '../models/listing'
import { loadModelTable } from '../models/model-table'
import type { Change, KnownOf, LessonPlace } from '../models/wire/dialects'
import { write, type LibraryDatabase } from '../store/database'
import { connectionName } from './lessons'
import type { OwnTable } from './own-table'

export type ModelFacts = {
  /** By the person's own table, by its server and by the table; nobody is asked. */
  readonly of: (place: LessonPlace) => FigureSources
  /** Why the person's own table is left out; null where it is not. */
  readonly fault: () => string | null
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

/** `own`: the person's own table, as it is at that moment. */
type Tables = { table?: ModelTable; own?: () => OwnTable }

const noTable = (): OwnTable => ({ table: null, fault: null })

export function createModelFacts(db: LibraryDatabase, tables: Tables = {}): ModelFacts {
  const { table = loadModelTable(), own = noTable } = tables
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
    if (text === undefined) return NO_FIGURES
    const read = modelFiguresSchema.safeParse(JSON.parse(text))
    return read.success ? read.data : NO_FIGURES
  }
  const fixed = fixedFacts(table)
  const of: ModelFacts['of'] = (place) => {
    const { host, row } = fixed(place)
    const { table: ownTable } = own()
    const ownRow = ownTable === null ? null : rowOf(ownTable, host, place.model)
    return { own: figuresOfRow(ownRow), server: said(place), row }
  }
  return {
    of,
    fault: () => own().fault,
    known(place): Change {
      const sources = of(place)
      const { contextTokens } = knownFigures(sources)
      return {
        ...(contextTokens === null ? {} : { contextTokens: contextTokens.value }),
        ...((sources.own.images ?? sources.server.images) === false ? { pictures: 0 } : {}),
      }
    },
    priceOf: (place) => knownFigures(of(place)).price?.value ?? null,
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

/** What does not change while Baton runs, found once for each place: it is asked for at every call of a model. */
function fixedFacts(table: ModelTable): (place: LessonPlace) => { host: string; row: FigureSources['row'] } {
  const places = new Map<string, { host: string; row: FigureSources['row'] }>()
  return ({ baseUrl, model }) => {
    const key = JSON.stringify([baseUrl, model])
    const known = places.get(key)
    if (known !== undefined) return known
    const host = hostOf(cleanBaseUrl(baseUrl))
    const facts = { host, row: rowOf(table, host, model) }
    if (places.size >= MOST_PLACES) places.clear()
    places.set(key, facts)
    return facts
  }
}

const MOST_PLACES = 100
