/** A participant's words as Markdown: no raw HTML, nothing is fetched, links open outside. */
import { Said } from '../language'
import { memo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { splitStable } from './split-stable'
import { CodeBlock } from './CodeBlock'
import { cx } from '../cx'
import styles from './Markdown.module.css'

const PLUGINS = [remarkGfm]

const COMPONENTS: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // A picture from elsewhere would tell its server that it was read.
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt === undefined || alt === '' ? <Said message="Picture" /> : alt}
    </a>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className={styles.table}>
      <table>{children}</table>
    </div>
  ),
}

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  )
})

/** While a text grows, only its last paragraphs are read again. */
export const Markdown = memo(function Markdown({ text, isGrowing = false }: { text: string; isGrowing?: boolean }) {
  if (!isGrowing)
    return (
      <div className={styles.md} data-part="words">
        <Block text={text} />
      </div>
    )
  return <GrowingText text={text} />
})

function GrowingText({ text }: { text: string }) {
  const { done, rest } = splitStable(text)
  return (
    <div className={cx(styles.md, styles.growing)} data-part="words">
      {done !== '' && <Block text={done} />}
      <Block text={rest} />
    </div>
  )
}
