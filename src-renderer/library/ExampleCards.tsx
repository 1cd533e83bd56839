/** The examples as cards: what each is, what it looks like, and what to say to it. */
import { IconMessage } from '@tabler/icons-react'
import type { Example } from '../../src-shared/rpc/contract'
import { Thumbnail } from './Thumbnail'
import type { Library } from './use-library'
import { useT } from '../ui/language'
import styles from './cards.module.css'

/** So many fit a card; the others are offered in the flow's own chat. */
const SHOWN = 2

export function ExampleCards({ library }: { library: Library }) {
  const t = useT()
  const templates = library.examples.filter(({ isTemplate }) => isTemplate)
  const others = library.examples.filter(({ isTemplate }) => !isTemplate)
  return (
    <>
      <section className={styles.section}>
        <h2>{t('Start from a template')}</h2>
        <Cards label={t('Templates')} examples={templates} onOpen={library.createFromExample} />
      </section>
      <section className={styles.section}>
        <h2>{t('Small examples, one idea each')}</h2>
        <Cards label={t('Examples')} examples={others} onOpen={library.createFromExample} />
      </section>
    </>
  )
}

type CardsProps = { label: string; examples: readonly Example[]; onOpen: Library['createFromExample'] }

function Cards({ label, examples, onOpen }: CardsProps) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {examples.map((example) => (
        <ExampleCard key={example.id} example={example} onOpen={(say) => onOpen(example.id, say)} />
      ))}
    </ul>
  )
}

function ExampleCard({ example, onOpen }: { example: Example; onOpen: (say?: string) => void }) {
  const t = useT()
  return (
    <li className={styles.card}>
      <div className={styles.open}>
        <Thumbnail sketch={example.sketch} />
        <div className={styles.words}>
          <button type="button" className={styles.title} onClick={() => onOpen()}>
            {t.known(example.name)}
          </button>
          <span className={styles.about}>{t.known(example.description)}</span>
        </div>
      </div>
      {example.starters.length > 0 && (
        <div className={styles.starters}>
          {example.starters.slice(0, SHOWN).map((starter) => (
            <button
              key={starter}
              type="button"
              className={styles.starter}
              aria-label={t('Say to {name}: {starter}', { name: t.known(example.name), starter })}
              onClick={() => onOpen(starter)}
            >
              <IconMessage size={13} aria-hidden />
              <span>{starter}</span>
            </button>
          ))}
        </div>
      )}
    </li>
  )
}
