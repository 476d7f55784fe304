"""Scenario files are tests: each of their cases is one, by its name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.scenario import BadScenario
from engine.scenario.case import AnyCase, read_cases, read_text, run_case
from engine.scenario.expect import Failed


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    return ScenarioFile.from_parent(parent, path=file_path) if file_path.suffix == ".toml" else None


class ScenarioFile(pytest.File):
    """The cases of one file."""

    def collect(self) -> Iterator[pytest.Item]:
        for case in read_cases(read_text(self.path)):
            yield ScenarioCase.from_parent(self, name=case.name or self.path.stem, case=case)


class ScenarioCase(pytest.Item):
    """One case, played from its beginning, ends as it says."""

    def __init__(self, *, case: AnyCase, **more: Any) -> None:
        super().__init__(**more)
        self.case = case

    def runtest(self) -> None:
        run_case(self.case)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any) -> Any:
        known = isinstance(excinfo.value, Failed | BadScenario)
        return str(excinfo.value) if known else super().repr_failure(excinfo)
