/** Which operations of a document a person wants. */
export { includesOperation as includes } from '../../../src-shared/agents/api-wishes'
