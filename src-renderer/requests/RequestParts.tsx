/** Parts of a request: one message, the tools on offer, the parameters, and what came back. */
import type { ReactNode } from 'react'
import type { RequestOutcome } from '../../src-shared/run/log/requests'
import { prettyJson } from '../run/store/words'
import { cx } from '../ui/cx'
import type { MessageChange } from './request-diff'
import type { OfferedTool, ShownMessage, ShownRequest } from './request-reading'
import { CHANGE_WORDS, endWords, outcomeWords, reasonWords, roleWords, tokensWords } from './request-words'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './RequestParts.module.css'

export function MessageCard({ message, change = 'same' }: { message: ShownMessage; change?: MessageChange['change'] }) {
  const t = useT()
  const { role, text, calls, answers, sources, tokens } = message
  const reasons = reasonWords(sources, t)
  return (
    <li className={styles.message} data-role={role} data-change={change === 'same' ? undefined : change}>
      <header className={styles.head}>
        <span className={styles.role}>{roleWords(role, t)}</span>
        {change !== 'same' && <span className={styles.change}>{t(CHANGE_WORDS[change])}</span>}
        <span className={styles.why}>{reasons.join(' · ')}</span>
        <span className={styles.tokens}>{tokensWords(tokens, t)}</span>
      </header>
      {answers !== null && <div className={styles.answers}>{t('Result of {answers}', { answers })}</div>}
      {text !== '' && <Text text={text} />}
      {calls.map((call) => (
        <Text key={call.id} title={t('Calls {name}', { name: call.name })} text={prettyJson(call.arguments)} />
      ))}
    </li>
  )
}

/** A text, word for word; a long one scrolls within itself. */
export function Text({ title, text }: { title?: string; text: string }) {
  return (
    <>
      {title !== undefined && <div className={styles.title}>{title}</div>}
      <pre className={cx(styles.text, textStyles.mono)}>{text}</pre>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>{title}</h3>
      {children}
    </div>
  )
}

export function Outcome({ outcome }: { outcome: RequestOutcome }) {
  const t = useT()
  return (
    <Group title={t('What came back: {outcome}', { outcome: outcomeWords(outcome, t).toLowerCase() })}>
      {outcome.kind === 'failed' && (
        <>
          <p className={styles.line}>{t('The server {what}.', { what: outcome.what })}</p>
          {outcome.said !== '' && <Text title={t('What the server said')} text={prettyJson(outcome.said)} />}
        </>
      )}
      {outcome.kind === 'stopped' && (
        <p className={styles.line}>{t('The turn was stopped, or its time was up, before the answer was whole.')}</p>
      )}
      {outcome.kind === 'answered' && <Answer outcome={outcome} />}
    </Group>
  )
}

function Answer({ outcome }: { outcome: Extract<RequestOutcome, { kind: 'answered' }> }) {
  const t = useT()
  const { text, calls, thoughts, usage, model, end } = outcome
  return (
    <>
      <p className={styles.line}>
        {usage === null
          ? t('{model}. The server did not count the tokens.', { model })
          : t('{model}: {input, number} tokens in, {output, number} out', {
              model,
              input: usage.input,
              output: usage.output,
            })}
      </p>
      {end !== undefined && <p className={styles.line}>{endWords(end, t)}</p>}
      {thoughts !== undefined && thoughts.trim() !== '' && <Text title={t('Thoughts')} text={thoughts.trim()} />}
      {text !== '' && <Text title={t('Text')} text={text} />}
      {calls.map((call) => (
        <Text key={call.id} title={t('Calls {name}', { name: call.name })} text={prettyJson(call.arguments)} />
      ))}
      {text === '' && calls.length === 0 && <p className={styles.line}>{t('The answer is empty.')}</p>}
    </>
  )
}

export function Tools({ tools }: { tools: readonly OfferedTool[] }) {
  const t = useT()
  return (
    <Group title={tools.length === 0 ? t('No tools on offer') : t('Tools on offer: {count}', { count: tools.length })}>
      {tools.map(({ name, description, parameters }) => (
        <details key={name} className={styles.tool}>
          <summary>
            <span className={textStyles.mono}>{name}</span>
            {description !== '' && <span className={styles.muted}> {description}</span>}
          </summary>
          <Text title={t('Arguments, as a JSON schema')} text={parameters} />
        </details>
      ))}
    </Group>
  )
}

export function Parameters({ parameters }: Pick<ShownRequest, 'parameters'>) {
  const t = useT()
  return (
    <Group title={t('Parameters')}>
      <dl className={styles.parameters}>
        {parameters.map(({ name, value }) => (
          <div key={name}>
            <dt className={textStyles.mono}>{name}</dt>
            <dd className={textStyles.mono}>{value}</dd>
          </div>
        ))}
      </dl>
    </Group>
  )
}
