/** What one request has beyond another. What both have is folded, since it is most. */
import { Fragment } from 'react'
import { MessageCard, Text } from './RequestParts'
import type { MessageChange, NamedChange, RequestDifference as Difference } from './request-diff'
import { CHANGE_WORDS, sameWords } from './request-words'
import { useT } from '../ui/language'
import partStyles from './RequestParts.module.css'
import styles from './RequestDialog.module.css'

export function RequestDifference({ difference }: { difference: Difference }) {
  const t = useT()
  const { messages, tools, parameters } = difference
  return (
    <div className={styles.columns}>
      <section className={styles.messages} aria-label={t('Difference of the messages')} tabIndex={0}>
        <ol className={styles.list}>
          {runsOf(messages).map((run, at) =>
            run.change === 'same' ? (
              <li key={at} className={styles.same}>
                <details>
                  <summary>{sameWords(run.changes.length, t)}</summary>
                  <ol className={styles.list}>
                    {run.changes.map(({ message }, place) => (
                      <MessageCard key={place} message={message} />
                    ))}
                  </ol>
                </details>
              </li>
            ) : (
              <Fragment key={at}>
                {run.changes.map(({ change, message }, place) => (
                  <MessageCard key={place} message={message} change={change} />
                ))}
              </Fragment>
            ),
          )}
        </ol>
      </section>
      <section className={styles.beside} aria-label={t('Difference of tools and parameters')} tabIndex={0}>
        <Named title={t('Tools')} changes={tools} />
        <Named title={t('Parameters')} changes={parameters} />
      </section>
    </div>
  )
}

function Named({ title, changes }: { title: string; changes: readonly NamedChange[] }) {
  const t = useT()
  return (
    <div className={partStyles.group}>
      <h3 className={partStyles.heading}>{changes.length === 0 ? t('{title}: the same', { title }) : title}</h3>
      {changes.map(({ change, name, before, after }) => (
        <details key={`${change} ${name}`} className={partStyles.tool} data-change={change}>
          <summary>
            {name} <span className={partStyles.muted}>{t(CHANGE_WORDS[change])}</span>
          </summary>
          {before !== '' && <Text title={t('Before')} text={before} />}
          {after !== '' && <Text title={t('Now')} text={after} />}
        </details>
      ))}
    </div>
  )
}

type Run = { change: MessageChange['change']; changes: MessageChange[] }

/** Neighbours with the same change, together. */
function runsOf(changes: readonly MessageChange[]): Run[] {
  const runs: Run[] = []
  for (const one of changes) {
    const last = runs.at(-1)
    if (last?.change === one.change) last.changes.push(one)
    else runs.push({ change: one.change, changes: [one] })
  }
  return runs
}
