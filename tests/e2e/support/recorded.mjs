// Recorded documents, which are not in the repository: CONTRIBUTING.md says where they are from.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder } from './environment.mjs';

/** Options of a test that reads them: it is skipped where `RICORDO_CORPUS` names no folder. */
export const ifRecorded = corpusFolder() ? {} : { skip: 'RICORDO_CORPUS names no folder of recorded data' };

/** The path of a recorded document. One that is missing from the folder fails the test. */
export function recorded(name) {
  const file = path.join(corpusFolder(), 'documents', name);
  if (!existsSync(file)) throw new Error(`${file} is missing.`);
  return file;
}
