/** What is known of a model and its server without asking: its size, whether it sees, what it costs, and how Baton writes to it. */
import type { Translate } from '../../src-shared/languages/translate'
import { adaptationWords } from '../../src-shared/providers/trial'
import type { FigureOrigin, KnownFigures } from '../../src-shared/providers/model-figures'
import type { KnownModel } from './use-known-model'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import styles from './ModelFacts.module.css'

export function ModelFacts({ known }: { known: KnownModel | null }) {
  const t = useT()
  if (known === null) return null
  const facts = figureWords(known.figures, t)
  const { adaptations, fault } = known
  const ways = adaptationWords(adaptations)
  if (facts === '' && ways === null && fault === null) return null
  return (
    <div className={styles.modelFacts}>
      {facts !== '' && <p>{facts}</p>}
      {ways !== null && <p>{t('Baton knows this server: {ways}.', { ways })}</p>}
      {fault !== null && <p className={formStyles.fieldError}>{fault}</p>}
    </div>
  )
}

/** `Holds 128,000 tokens, reads images, $2 in and $8 out for a million tokens (its server says).` */
function figureWords({ contextTokens, images, price, row }: KnownFigures, t: Translate): string {
  const facts = [
    contextTokens === null ? '' : t('holds {count, number} tokens', { count: contextTokens.value }),
    images === null ? '' : images.value ? t('reads images') : t('reads no images'),
    price === null
      ? ''
      : t('${input} in and ${output} out for a million tokens', {
          input: price.value.input,
          output: price.value.output,
        }),
  ].filter((fact) => fact !== '')
  if (facts.length === 0) return ''
  const isFrom = (origin: FigureOrigin) => [contextTokens, images, price].some((figure) => figure?.from === origin)
  const sources = [
    ...(isFrom('own') ? [t('your models.json')] : []),
    ...(isFrom('server') ? [t('its server says')] : []),
    ...(row === null
      ? []
      : [
          row.verified
            ? t('Baton’s table of {day}', { day: row.checked })
            : t('Baton’s table of {day}, not checked with its maker', { day: row.checked }),
        ]),
  ]
  const words = facts.join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${sources.join('; ')}).`
}
