import { wallClockJumps } from '../wall-clock.ts'

export default wallClockJumps('clock of the machine eight days behind', '-8d')
