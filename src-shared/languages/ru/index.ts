/** All texts of the interface in Russian. */
import type { Catalogue } from '../translate'
import { APP_RU } from './app'
import { APPROVALS_RU } from './approvals'
import { ASKED_AGAIN_RU } from './asked-again'
import { BREAKPOINTS_RU } from './breakpoints'
import { CHAT_RU } from './chat'
import { CONNECTION_TEST_RU } from './connection-test'
import { CONSENT_RU } from './consent'
import { EDITOR_RU } from './editor'
import { FIELDS_RU } from './fields'
import { INSPECTOR_RU } from './inspector'
import { KINDS_RU } from './kinds'
import { LIBRARY_RU } from './library'
import { KEEPING_RU } from './keeping'
import { MOMENTS_RU } from './moments'
import { OUTBOUND_RU } from './outbound'
import { PLAN_RU } from './plan'
import { QUEUE_RU } from './queue'
import { REPLAYS_RU } from './replays'
import { REQUESTS_RU } from './requests'
import { RUN_RU } from './run'
import { SETTINGS_RU } from './settings'
import { TESTS_RU } from './tests'
import { TOOLS_RU } from './tools'
import { UPKEEP_RU } from './upkeep'
import { PROBLEMS_RU } from './problems'
import { WIRING_RU } from './wiring'
import { FIXES_RU } from './fixes'
import { VERSIONS_RU } from './versions'
import { DECISIONS_RU } from './decisions'
import { TELLING_RU } from './telling'
import { DIFFERENCES_RU } from './differences'
import { FAILED_FILES_RU } from './failed-files'
import { FAILED_MODELS_RU } from './failed-models'
import { FAILED_OUTSIDE_RU } from './failed-outside'
import { FAILED_TURNS_RU } from './failed-turns'

export const RU: Catalogue = {
  ...APP_RU,
  ...APPROVALS_RU,
  ...ASKED_AGAIN_RU,
  ...BREAKPOINTS_RU,
  ...CHAT_RU,
  ...CONNECTION_TEST_RU,
  ...CONSENT_RU,
  ...EDITOR_RU,
  ...FIELDS_RU,
  ...INSPECTOR_RU,
  ...KINDS_RU,
  ...LIBRARY_RU,
  ...KEEPING_RU,
  ...MOMENTS_RU,
  ...OUTBOUND_RU,
  ...PLAN_RU,
  ...QUEUE_RU,
  ...REPLAYS_RU,
  ...REQUESTS_RU,
  ...RUN_RU,
  ...SETTINGS_RU,
  ...TESTS_RU,
  ...TOOLS_RU,
  ...UPKEEP_RU,
  ...PROBLEMS_RU,
  ...WIRING_RU,
  ...FIXES_RU,
  ...VERSIONS_RU,
  ...DECISIONS_RU,
  ...TELLING_RU,
  ...DIFFERENCES_RU,
  ...FAILED_FILES_RU,
  ...FAILED_MODELS_RU,
  ...FAILED_OUTSIDE_RU,
  ...FAILED_TURNS_RU,
}
