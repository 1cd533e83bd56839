/** Which models have no price, where some of them cannot be looked up. */
import { expect, test } from 'vitest'
import { countedKey, type PriceRequest } from '../../src-shared/flow/checks/counted-models'
import { lookUpPrices } from './use-price-check'

const request = (model: string): PriceRequest => ({
  of: { connection: 'default', model },
  at: { name: 'default', baseUrl: 'http://127.0.0.1/v1', model },
})

test('one price that cannot be looked up takes no answer from the others', async () => {
  const asked = ['dear', 'gone', 'free'].map(request)
  const hasPrice = async ({ at: { model } }: PriceRequest): Promise<boolean> => {
    if (model === 'gone') throw new Error('no answer')
    return model === 'dear'
  }
  const key = (model: string) => countedKey({ connection: 'default', model })
  expect(await lookUpPrices(asked, hasPrice)).toEqual({
    unpriced: new Map([[key('free'), 'free']]),
    unread: new Set([key('gone')]),
  })
})
