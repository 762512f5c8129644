// report: results for people and for programs, as values: JSON, JUnit XML, text. No streams, no exit codes.
//
//   VerifiedModel model{"fischer.xml", verify(*loaded.model, loaded.queries, {})};
//   std::string document = to_json(model).dump(2);
#pragma once

#include "report/diagnostics.h"
#include "report/events.h"
#include "report/result_details.h"
#include "report/results.h"
#include "report/standing.h"
#include "report/suite.h"
