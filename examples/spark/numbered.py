"""Reads positions with their numbers, which keep the order of a file on a cluster."""

from __future__ import annotations

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F


def read_numbered(spark: SparkSession, path: str) -> DataFrame:
    """Read positions as a table with the columns ``input`` and ``fen``.

    ``input`` counts from 1: the lines of a text file, or the rows of a Parquet file or
    folder, which must have a column ``fen``. Parquet with numbers of its own keeps them.
    """
    if not path.rstrip("/").endswith(".parquet"):
        return _of_index(spark.sparkContext.textFile(path).zipWithIndex().toDF(["fen", "index"]))
    table = spark.read.parquet(path)
    if "input" in table.columns:
        return table.select("input", "fen")
    # Spark reads large files first, so number the rows file by file, in the order of the files' names.
    rows = table.select("fen", F.col("_metadata.file_path"), F.col("_metadata.row_index"))
    counts = rows.groupBy("file_path").count().orderBy("file_path").collect()
    starts, start = [], 0
    for file, count in counts:
        starts.append((file, start))
        start += count
    start_of = spark.createDataFrame(starts, "file_path string, start long")
    numbered = rows.join(F.broadcast(start_of), "file_path")
    return _of_index(numbered.withColumn("index", F.col("start") + F.col("row_index")))


def _of_index(table: DataFrame) -> DataFrame:
    return table.select((F.col("index") + 1).alias("input"), "fen")
