// The page in Firefox.

import { launchFirefox } from './support/engines/firefox.mjs';
import { registerScenarios } from './support/engines/scenarios.mjs';

registerScenarios(launchFirefox);
