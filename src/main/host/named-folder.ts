import { isAbsolute } from 'node:path'

/** The folder that a variable of the environment names, or else `usual`. An empty variable would mean the folder of the command line. */
export const namedFolder = (named: string | undefined, usual: string): string =>
  named !== undefined && isAbsolute(named) ? named : usual
