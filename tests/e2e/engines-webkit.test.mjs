// The page in WebKitGTK, which reports neither how much is stored nor whether it is protected.

import { launchWebkit } from './support/engines/webkit.mjs';
import { registerScenarios } from './support/engines/scenarios.mjs';

registerScenarios(launchWebkit);
