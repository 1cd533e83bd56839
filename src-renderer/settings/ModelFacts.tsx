/** What is known of a model and its server without asking: its size, whether it sees, what it costs, and how Baton writes to it. */
import type { FigureOrigin, KnownFigures } from '../../src-shared/providers/model-figures'
import type { KnownModel } from './use-known-model'
import formStyles from '../ui/form.module.css'
import styles from './ModelFacts.module.css'

export function ModelFacts({ known }: { known: KnownModel | null }) {
  if (known === null) return null
  const facts = figureWords(known.figures)
  const { adaptations, fault } = known
  if (facts === '' && adaptations.length === 0 && fault === null) return null
  return (
    <div className={styles.modelFacts}>
      {facts !== '' && <p>{facts}</p>}
      {adaptations.length > 0 && <p>Baton knows this server: {adaptations.join('; ')}.</p>}
      {fault !== null && <p className={formStyles.fieldError}>{fault}</p>}
    </div>
  )
}

/** `Holds 128,000 tokens, reads images, $2 in and $8 out for a million tokens (its server says).` */
export function figureWords({ contextTokens, images, price, row }: KnownFigures): string {
  const facts = [
    contextTokens === null ? '' : `holds ${contextTokens.value.toLocaleString('en')} tokens`,
    images === null ? '' : images.value ? 'reads images' : 'reads no images',
    price === null ? '' : `$${price.value.input} in and $${price.value.output} out for a million tokens`,
  ].filter((fact) => fact !== '')
  if (facts.length === 0) return ''
  const isFrom = (origin: FigureOrigin) => [contextTokens, images, price].some((figure) => figure?.from === origin)
  const sources = [
    ...(isFrom('own') ? ['your models.json'] : []),
    ...(isFrom('server') ? ['its server says'] : []),
    ...(row === null ? [] : [`Baton’s table of ${row.checked}${row.verified ? '' : ', not checked with its maker'}`]),
  ]
  const words = facts.join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${sources.join('; ')}).`
}
