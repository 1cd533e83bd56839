/** A picture in an answer: what is written in the answer itself is shown, what is elsewhere only once the person has read where and allowed it. */
import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { LeftPlace } from '../layers/focus-keeper'
import { useHandOnFocus, useHandOnWhenBusy } from '../layers/hand-on-focus'
import { Said, useT } from '../language'
import type { PictureState } from '../pictures-store'
import { usePreferences, useServices } from '../services'
import { Dialog } from '../layers/Dialog'
import largeImageStyles from '../LargeImage.module.css'
import styles from './AnswerPicture.module.css'

/** Within a link a picture is its words: to press it follows the link, and nothing else. */
export const InLink = createContext(false)

const WRITTEN = /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i
const LONGEST_WRITTEN = 2_800_000
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Whether an address is the picture itself, of no more than 2 MB. */
export function isWritten(address: string): boolean {
  return address.length <= LONGEST_WRITTEN && WRITTEN.test(address)
}

export function AnswerPicture({ address, alt }: { address: string; alt: string }) {
  const isInLink = useContext(InLink)
  const t = useT()
  const label = alt === '' ? t('Picture') : alt
  if (isInLink) return label
  if (isWritten(address)) return <ShownPicture source={address} label={label} />
  const url = URL.parse(address)
  if (url !== null && mayBeFetched(url)) return <PictureFrom address={url.href} host={url.host} label={label} />
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  )
}

function mayBeFetched({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && THIS_MACHINE.test(hostname))
}

function PictureFrom({ address, host, label }: { address: string; host: string; label: string }) {
  const { pictures } = useServices()
  const state = useStore(pictures.store, (all) => all.get(address))
  const isAlways = usePreferences(({ pictureHosts }) => pictureHosts.includes(host))
  useEffect(() => {
    if (isAlways) pictures.show(address)
  }, [isAlways, address, pictures])
  return state?.is === 'shown' ? (
    <ShownPicture {...state} label={label} />
  ) : (
    <AskedPicture state={state} address={address} host={host} label={label} />
  )
}

type AskedPictureProps = { state: PictureState | undefined; address: string; host: string; label: string }

function AskedPicture({ state, address, host, label }: AskedPictureProps) {
  const t = useT()
  const { pictures, preferences } = useServices()
  const known = usePreferences(({ pictureHosts }) => pictureHosts)
  const part = useRef<HTMLSpanElement>(null)
  useHandOnWhenBusy(part, state?.is === 'asked', focusOn)
  useHandOnFocus(part, focusPicture)
  const always = (): void => {
    preferences.change({ pictureHosts: [...known, host] })
    pictures.show(address)
  }
  return (
    <span ref={part} tabIndex={-1} className={styles.asked} role="group" aria-label={label}>
      <IconPhoto size={18} stroke={1.5} aria-hidden className={styles.mark} />
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        <span className={styles.note}>
          {state?.is === 'failed' ? (
            <Said message={state.reason} />
          ) : (
            t('Not loaded. {host} would see your IP address.', { host })
          )}
        </span>
        <span className={styles.actions}>
          <Button size="compact-xs" loading={state?.is === 'asked'} onClick={() => pictures.show(address)}>
            {state?.is === 'failed' ? t('Try again') : t('Show picture')}
          </Button>
          {!known.includes(host) && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={always}>
              {t('Always from {host}', { host })}
            </Button>
          )}
        </span>
      </span>
    </span>
  )
}

function focusOn(part: Element): void {
  if (part instanceof HTMLElement) part.focus()
}

/** The picture that came in the place of the question. */
function focusPicture({ around }: LeftPlace): void {
  around.querySelector<HTMLElement>('[data-picture]')?.focus()
}

type ShownPictureProps = { source: string; label: string; width?: number; height?: number }

function ShownPicture({ source, label, width, height }: ShownPictureProps) {
  const t = useT()
  const [isLarge, setLarge] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.shown}
        data-picture
        aria-label={t('{label}: show large', { label })}
        onClick={() => setLarge(true)}
      >
        <img src={source} alt={label} width={width} height={height} decoding="async" />
      </button>
      <Dialog opened={isLarge} onClose={() => setLarge(false)} title={label} size="auto">
        <img className={largeImageStyles.largeImage} src={source} alt={label} />
      </Dialog>
    </>
  )
}
