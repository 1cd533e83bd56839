/** The error screen: one of the four places that catch everything. What was drawn can still be copied. */
import { Component, useState, type ReactNode } from 'react'
import { toAppError } from '../../src-shared/errors'
import { ErrorTextContext, type ErrorText } from './error-text'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './ErrorScreen.module.css'

type BoundaryProps = { children: ReactNode; onCaught: (cause: unknown) => void }

export class ErrorBoundary extends Component<BoundaryProps, { cause: unknown }> {
  override state: { cause: unknown } = { cause: null }
  private readonly text: ErrorText = { read: null }

  static getDerivedStateFromError(cause: unknown): { cause: unknown } {
    return { cause }
  }

  override componentDidCatch(cause: unknown): void {
    this.props.onCaught(cause)
  }

  override render(): ReactNode {
    if (this.state.cause !== null) return <ErrorScreen cause={this.state.cause} flowText={this.readText()} />
    return <ErrorTextContext.Provider value={this.text}>{this.props.children}</ErrorTextContext.Provider>
  }

  private readText(): string | null {
    try {
      return this.text.read?.() ?? null
    } catch {
      return null
    }
  }
}

export function ErrorScreen({ cause, flowText }: { cause: unknown; flowText: string | null }) {
  const t = useT()
  const error = toAppError(cause)
  const [copied, setCopied] = useState(false)
  return (
    <main className={styles.screen} role="alert">
      <h1>{t('Baton has to be reloaded')}</h1>
      <p>{t.message(error.said)}</p>
      {flowText !== null && (
        <p>{t('What was saved is safe. If you edited in the last second, copy the flow first.')}</p>
      )}
      <div className={styles.actions}>
        <button type="button" className={styles.plainButton} data-primary onClick={() => window.location.reload()}>
          {t('Reload')}
        </button>
        {flowText !== null && (
          <button
            type="button"
            className={styles.plainButton}
            onClick={() => {
              navigator.clipboard.writeText(flowText).then(
                () => setCopied(true),
                () => setCopied(false),
              )
            }}
          >
            {copied ? t('Copied') : t('Copy the flow')}
          </button>
        )}
      </div>
      {flowText !== null && (
        <textarea className={textStyles.code} readOnly aria-label={t('The flow as text')} value={flowText} />
      )}
      {error.code === 'internal' && error.stack !== undefined && (
        <details>
          <summary>{t('Details')}</summary>
          <pre className={textStyles.code}>{error.stack}</pre>
        </details>
      )}
    </main>
  )
}
