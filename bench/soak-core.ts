/** The process of a core that part `soak` measures. */
import { soak } from './soak'

process.stdout.write(`${await soak(process.argv[2] ?? '')}\n`)
